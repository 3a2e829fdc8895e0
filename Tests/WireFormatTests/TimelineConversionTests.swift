import AudioCore
import Testing
import WireFormat

@Suite struct TimelineConversionTests {
    private static let largest = StreamFormat.maximumPosition

    private static func span(_ change: (inout Wire.TimelineSpan) -> Void = { _ in }) -> Wire.TimelineSpan {
        var span = Wire.TimelineSpan(
            generation: 1,
            startPositionFrames: 3_840,
            startTimeNs: 1_000,
            hasEnd: true,
            endPositionFrames: 4_800
        )
        change(&span)
        return span
    }

    @Test func aTimelineSurvives() throws {
        var timeline = Timeline(revision: 41)
        for index in 1...UInt32(Timeline.maximumSpans) {
            timeline.append(
                TimelineSpan(
                    generation: Generation(index),
                    startPosition: FrameCount(Int64(index) * 960),
                    startTime: Instant(nanoseconds: Int64(index) * 1_000_000_000),
                    continuesPrevious: index == 2
                )
            )
        }
        let wire = Wire.Timeline(timeline, lead: .milliseconds(2_000))
        #expect(wire.spans.count == Timeline.maximumSpans)
        #expect(wire.spans.last?.hasEnd == false)
        #expect(wire.lead == .milliseconds(2_000))
        #expect(try Timeline(Wire.Timeline(decoding: wire.encoded())) == timeline)
        #expect(try Timeline(Wire.Timeline(Timeline(), lead: .zero)) == Timeline())
    }

    @Test func theLimitsAreAllowed() throws {
        let first = Self.span {
            ($0.startPositionFrames, $0.startTimeNs, $0.endPositionFrames) = (0, .min, Self.largest)
        }
        let last = Self.span {
            ($0.startPositionFrames, $0.startTimeNs, $0.endPositionFrames) = (Self.largest, .max, Self.largest)
        }
        let timeline = try Timeline(Wire.Timeline(revision: .max, spans: [first, last]))
        #expect(timeline.spans.map(\.endPosition) == [FrameCount(Self.largest), FrameCount(Self.largest)])
        // What a room computes of it does not trap.
        for time in [Int64.min, -1, 0, .max] { _ = timeline.heard(at: Instant(nanoseconds: time)) }
        _ = timeline.spans.map(\.endTime)
    }

    @Test func anEndThatIsNotThereIsNotRead() throws {
        let open = Self.span { ($0.hasEnd, $0.endPositionFrames) = (false, -1) }
        #expect(try TimelineSpan(open).endPosition == nil)
    }

    @Test(arguments: [
        span { $0.generation = 0 },
        span { $0.startPositionFrames = -1 },
        span { ($0.startPositionFrames, $0.endPositionFrames) = (largest + 1, largest + 1) },
        span { $0.startPositionFrames = .min },
        span { $0.endPositionFrames = 3_839 },
        span { $0.endPositionFrames = largest + 1 },
        span { $0.endPositionFrames = .max },
    ])
    func aSpanOutOfRangeIsRefused(span: Wire.TimelineSpan) {
        let error = #expect(throws: WireFormatError.self) { try Timeline(Wire.Timeline(spans: [span])) }
        #expect(error?.code == .outOfRange)
    }

    @Test func spansOutOfOrderOrTooManyAreRefused() throws {
        let early = Self.span { $0.startTimeNs = 999 }
        #expect(try Timeline(Wire.Timeline(spans: [early, Self.span()])).spans.count == 2)
        #expect(throws: WireFormatError.self) { try Timeline(Wire.Timeline(spans: [Self.span(), early])) }
        let many = [Wire.TimelineSpan](repeating: Self.span(), count: Timeline.maximumSpans + 1)
        #expect(throws: WireFormatError.self) { try Timeline(Wire.Timeline(spans: many)) }
    }

    @Test func aLeadOutOfRangeIsLimited() {
        #expect(Wire.Timeline(leadNs: -1).lead == .zero)
        #expect(Wire.Timeline(leadNs: .max).lead == .milliseconds(60_000))
    }

    @Test func fetchedPacketsAreNumbered() throws {
        let answer = Wire.FetchPacketsResponse(generation: 4, firstSequence: .max - 1, payloads: [[1], [2]])
        #expect(
            try answer.packets() == [
                AudioPacket(generation: Generation(4), sequence: .max - 1, payload: [1]),
                AudioPacket(generation: Generation(4), sequence: .max, payload: [2]),
            ]
        )
        #expect(try Wire.FetchPacketsResponse().packets().isEmpty)
    }

    @Test(arguments: [
        Wire.FetchPacketsResponse(generation: 0, payloads: [[1]]),
        Wire.FetchPacketsResponse(generation: 1, payloads: [[]]),
        Wire.FetchPacketsResponse(generation: 1, firstSequence: .max, payloads: [[1], [1]]),
        Wire.FetchPacketsResponse(generation: 1, payloads: [[UInt8](repeating: 0, count: 1_277)]),
        Wire.FetchPacketsResponse(generation: 1, payloads: [[UInt8]](repeating: [1], count: 101)),
    ])
    func badFetchedPacketsAreRefused(answer: Wire.FetchPacketsResponse) {
        let error = #expect(throws: WireFormatError.self) { try answer.packets() }
        #expect(error?.code == .outOfRange)
    }
}
