import AudioCore
import SyncCore
import Testing

@Suite struct PlayoutPlannerTests {
    private typealias Fixture = PlannerFixture

    @Test func withoutAClockThereIsSilence() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        house.inputs.mapping = nil
        #expect(house.block().map(\.segment.isSilent) == [true])
        #expect(house.planner.status.state == .syncing)
        var young = Fixture()
        young.dac.restart()
        young.set([Fixture.span(1, frame: 48_000)])
        #expect(young.block().map(\.segment.isSilent) == [true])
        #expect(young.planner.status.state == .syncing)
    }

    @Test func withoutASpanItIsIdle() {
        var house = Fixture()
        #expect(house.block().map(\.segment.frames) == [480])
        #expect(house.planner.status.state == .idle)
        house.set([Fixture.span(1, frame: 100_000)])
        #expect(house.block().map(\.segment.isSilent) == [true])
        #expect(house.planner.status.state == .idle)
    }

    @Test(arguments: [48_100, 48_100.25, 48_479.5, 48_480, 48_000.001])
    func theFirstFrameIsPlacedToItsFraction(start: Double) throws {
        var house = Fixture()
        house.set([Fixture.span(1, frame: start)])
        let sounds = house.blocks(3).filter { !$0.segment.isSilent }
        let (frame, segment) = try #require(sounds.first)
        #expect(frame == Int64(start.rounded(.up)))
        #expect(abs(segment.exactPosition - 3_840 - (Double(frame) - start)) < 1e-3)
        #expect(segment.firstGain == 0)
        #expect(house.planner.status.state == .playing)
    }

    @Test func aStartFadesInWithin240Frames() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_400)])
        let list = house.blocks(3)
        for (frame, segment) in list where !segment.isSilent {
            let expected = min(1, Float(frame - 48_400) / 240)
            #expect(abs(segment.firstGain - expected) < 1e-5)
            #expect(abs(segment.lastGain - min(1, expected + Float(segment.frames) / 240)) < 1e-5)
        }
        #expect(list.last?.segment.lastGain == 1)
    }

    @Test func aKnownEndFadesOutWithin240Frames() {
        var house = Fixture()
        // It ends when the DAC plays frame 50,000.
        house.set([Fixture.span(1, frame: 48_000, end: 3_840 + 2_000)])
        for (frame, segment) in house.blocks(6) {
            if frame >= 50_000 { #expect(segment.isSilent) }
            if frame < 48_240 { continue }
            let expected = max(0, min(1, Float(50_000 - frame) / 240))
            #expect(abs(segment.firstGain - expected) < 0.006)
        }
        #expect(house.planner.status.state == .idle)
        #expect(house.planner.status.starvedFrames == 0)
        #expect(house.planner.status.resyncs == 0)
    }

    @Test func aJointIsSeamless() {
        var house = Fixture()
        house.set([
            Fixture.span(1, frame: 48_000, end: 3_840 + 1_000),
            Fixture.span(2, frame: 49_000, position: 5_000, continues: true),
        ])
        let list = house.blocks(6)
        let second = list.filter { $0.segment.generation == Generation(2) }
        #expect(second.first?.frame == 49_000)
        #expect(abs((second.first?.segment.exactPosition ?? 0) - 5_000) < 1e-3)
        for (frame, segment) in list where frame >= 48_240 {
            #expect(segment.firstGain == 1)
            #expect(segment.lastGain == 1)
        }
        #expect(house.planner.status.resyncs == 0)
    }

    /// A joint whose other side has not been decoded is an end like any other.
    @Test func aJointWithoutPacketsFades() {
        var house = Fixture()
        house.set([
            Fixture.span(1, frame: 48_000, end: 3_840 + 1_000),
            Fixture.span(2, frame: 49_000, position: 5_000, continues: true),
        ])
        house.decoded[Generation(2)] = .nothing
        let list = house.blocks(4)
        expectNoClicks(list)
        #expect(list.last?.segment.isSilent == true)
        house.decoded[Generation(2)] = nil
        let later = house.blocks(2)
        #expect(later.first?.segment.generation == Generation(2))
        expectNoClicks(later)
        expectInPlace(later, Fixture.span(2, frame: 49_000, position: 5_000))
    }

    @Test func aSpanThatDoesNotContinueFadesOutAndIn() {
        var house = Fixture()
        house.set([
            Fixture.span(1, frame: 48_000, end: 3_840 + 1_000),
            Fixture.span(2, frame: 49_000, position: 5_000),
        ])
        let list = house.blocks(6)
        expectNoClicks(list)
        let second = list.filter { $0.segment.generation == Generation(2) }
        #expect(second.first?.frame == 49_000)
        #expect(second.first?.segment.firstGain == 0)
        expectInPlace(second, Fixture.span(2, frame: 49_000, position: 5_000))
    }

    @Test func anEndThatComesLateFadesAtOnce() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        _ = house.blocks(4)
        // It should have ended 100 frames ago.
        let now = house.next
        house.set([Fixture.span(1, frame: 48_000, end: 3_840 + now - 48_100)])
        let list = house.blocks(2)
        expectNoClicks(list, gain: 1)
        #expect(list.first?.frame == now)
        let sounds = list.filter { !$0.segment.isSilent }
        #expect(sounds.reduce(0) { $0 + $1.segment.frames } == 240)
        #expect(house.planner.status.state == .idle)
    }

    @Test func aSpanThatTakesOverLateCutsTheOldOneShort() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        _ = house.blocks(4)
        let now = house.next
        house.set([
            Fixture.span(1, frame: 48_000, end: 3_840 + 1_000), Fixture.span(2, frame: 49_000, position: 5_000),
        ])
        let list = house.blocks(3)
        expectNoClicks(list, gain: 1)
        let second = list.filter { $0.segment.generation == Generation(2) }
        #expect(second.first?.frame == now + 240)
        expectInPlace(second, Fixture.span(2, frame: 49_000, position: 5_000))
    }

    @Test func pausedAndResumedItGoesOnWhereItWas() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000, end: 3_840 + 1_000)])
        _ = house.blocks(5)
        house.set([
            Fixture.span(1, frame: 48_000, end: 3_840 + 1_000),
            Fixture.span(1, frame: 60_000.5, position: 4_840),
        ])
        let list = house.blocks(25).filter { !$0.segment.isSilent }
        #expect(list.first?.frame == 60_001)
        #expect(abs((list.first?.segment.exactPosition ?? 0) - 4_840.5) < 1e-3)
        #expect(house.planner.status.resyncs == 0)
    }

    @Test func theRoomsDelayMovesEverything() {
        var house = Fixture()
        house.inputs.delay = .milliseconds(10)
        house.set([Fixture.span(1, frame: 48_000)])
        #expect(house.blocks(3).first { !$0.segment.isSilent }?.frame == 48_480)
        var early = Fixture()
        early.inputs.delay = -.milliseconds(10)
        early.set([Fixture.span(1, frame: 48_480)])
        #expect(early.blocks(3).first { !$0.segment.isSilent }?.frame == 48_000)
    }

    @Test func gainsChangeAtTheirFrame() {
        var house = Fixture()
        house.inputs.gainTime = Fixture.time(ofFrame: 48_123)
        func gainFrame() -> Int32 {
            let plan = house.planner.plan(first: house.next, frames: 480, dac: house.dac, inputs: house.inputs) { _ in
                .nothing
            }
            house.next += 480
            return plan.gainFrame
        }
        #expect(gainFrame() == 123)
        #expect(gainFrame() == 0)
        house.inputs.gainTime = Instant(nanoseconds: .max)
        #expect(gainFrame() == 480)
        house.inputs.gainTime = Instant(nanoseconds: .min)
        #expect(gainFrame() == 0)
    }

    @Test func aShortRestOfASpanIsNotStarted() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 40_000, end: 3_840 + 8_100)])
        #expect(house.block().allSatisfy { $0.segment.isSilent })
        #expect(house.planner.status.state == .idle)
    }
}

/// Fails where the gain jumps, but for seamless joints: one voice at full gain after another.
/// - Parameter gain: before the first segment.
func expectNoClicks(
    _ list: [(frame: Int64, segment: BlockPlan.Segment)],
    gain: Float? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var last = gain
    for (frame, segment) in list {
        let first = segment.isSilent ? 0 : segment.firstGain
        if let last, abs(first - last) > 0.006 {
            Issue.record("the gain jumps from \(last) to \(first) at frame \(frame)", sourceLocation: sourceLocation)
        }
        last = segment.isSilent ? 0 : segment.lastGain
    }
}

/// Fails where a sound is not where `span` has it, to a thousandth of a frame.
func expectInPlace(
    _ list: [(frame: Int64, segment: BlockPlan.Segment)],
    _ span: TimelineSpan,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for (frame, segment) in list where segment.generation == span.generation {
        let elapsed = (PlannerFixture.time(ofFrame: Double(frame)) - span.startTime).nanoseconds
        let wanted = Double(span.startPosition.rawValue) + Double(elapsed) * 48e-6
        if abs(segment.exactPosition - wanted) > 0.01 {
            Issue.record(
                "frame \(frame) plays \(segment.exactPosition) instead of \(wanted)",
                sourceLocation: sourceLocation
            )
        }
    }
}
