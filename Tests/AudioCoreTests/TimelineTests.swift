import AudioCore
import Testing

@Suite struct TimelineTests {
    private static func span(
        _ generation: UInt32,
        at seconds: Int64,
        from position: Int64 = 3_840,
        end: Int64? = nil
    ) -> TimelineSpan {
        TimelineSpan(
            generation: Generation(generation),
            startPosition: FrameCount(position),
            startTime: Self.time(seconds),
            endPosition: end.map { FrameCount($0) }
        )
    }

    private static func time(_ seconds: Int64) -> Instant<CoordinatorClock> {
        Instant(nanoseconds: seconds * 1_000_000_000)
    }

    @Test func nothingIsHeardBeforeTheFirstSpan() {
        var timeline = Timeline()
        #expect(timeline.heard(at: Self.time(0)) == nil)
        timeline.append(Self.span(1, at: 10))
        #expect(timeline.heard(at: Self.time(9)) == nil)
        #expect(timeline.span(at: Self.time(9)) == nil)
        #expect(timeline.heard(at: Self.time(10))?.position == 3_840)
        #expect(timeline.heard(at: Self.time(11))?.position == 51_840)
    }

    @Test func anEndIsSilentFromItsFrameOn() {
        let timeline = Timeline(spans: [Self.span(1, at: 10, end: 51_840)])
        #expect(timeline.heard(at: Self.time(11) - Interval(nanoseconds: 1))?.position == 51_839)
        #expect(timeline.heard(at: Self.time(11)) == nil)
        #expect(timeline.span(at: Self.time(11))?.generation == Generation(1))
        #expect(timeline.spans[0].endTime == Self.time(11))
    }

    @Test func pauseEndsWhatPlaysAndDropsWhatWouldCome() {
        var timeline = Timeline(spans: [Self.span(1, at: 10), Self.span(2, at: 20)])
        timeline.end(at: Self.time(15))
        #expect(timeline.spans.count == 1)
        #expect(timeline.spans[0].endPosition == FrameCount(3_840 + 5 * 48_000))
    }

    @Test func aLaterEndDoesNotProlong() {
        var timeline = Timeline(spans: [Self.span(1, at: 10, end: 4_000)])
        timeline.end(at: Self.time(15))
        #expect(timeline.spans[0].endPosition == 4_000)
        timeline.end(Generation(1), at: 5_000)
        #expect(timeline.spans[0].endPosition == 4_000)
        timeline.end(Generation(1), at: 3_900)
        #expect(timeline.spans[0].endPosition == 3_900)
    }

    @Test func aGenerationEndsNotBeforeItsSpanStarts() {
        var timeline = Timeline(spans: [Self.span(1, at: 10)])
        timeline.end(Generation(1), at: 10)
        #expect(timeline.spans[0].endPosition == 3_840)
        timeline.end(Generation(7), at: 10)
        #expect(timeline.spans.count == 1)
    }

    @Test func resumeContinuesTheGeneration() {
        var timeline = Timeline(spans: [Self.span(1, at: 10)])
        timeline.end(at: Self.time(12))
        timeline.append(Self.span(1, at: 20, from: 3_840 + 96_000))
        #expect(timeline.heard(at: Self.time(19)) == nil)
        #expect(timeline.heard(at: Self.time(21))?.position == FrameCount(3_840 + 144_000))
    }

    @Test func seekTakesOverAtItsTime() {
        var timeline = Timeline(spans: [Self.span(1, at: 10)])
        timeline.append(Self.span(2, at: 12))
        #expect(timeline.heard(at: Self.time(12) - Interval(nanoseconds: 1))?.generation == Generation(1))
        #expect(timeline.heard(at: Self.time(12))?.generation == Generation(2))
        #expect(timeline.spans[0].endTime == Self.time(12))
    }

    @Test func theListIsBounded() {
        var timeline = Timeline()
        for index in 0..<20 { timeline.append(Self.span(UInt32(index + 1), at: Int64(index))) }
        #expect(timeline.spans.count == Timeline.maximumSpans)
        #expect(timeline.spans.last?.generation == Generation(20))
        let long = Timeline(spans: (0..<20).map { Self.span(UInt32($0 + 1), at: Int64($0)) })
        #expect(long.spans.count == Timeline.maximumSpans)
        #expect(long.spans.last?.generation == Generation(20))
    }

    @Test func packetsSayWhereTheyStart() {
        let packet = AudioPacket(generation: Generation(1), sequence: 50, payload: [0])
        #expect(packet.startPosition == 48_000)
        let last = AudioPacket(generation: Generation(1), sequence: .max, payload: [0])
        #expect(last.startPosition.rawValue == Int64(UInt32.max) * 960)
    }
}
