import AudioCore
import SyncCore
import TestSupport
import Testing

/// What the planner does when something is wrong.
@Suite struct PlayoutFaultTests {
    private typealias Fixture = PlannerFixture

    private static func playing() -> PlannerFixture {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        _ = house.blocks(4)
        return house
    }

    @Test(arguments: [1.9, -1.9])
    func aSmallErrorIsSlewed(milliseconds: Double) {
        var house = Self.playing()
        house.inputs.mapping?.coordinator += .seconds(milliseconds * 1e-3)
        expectNoClicks(house.blocks(300), gain: 1)
        #expect(house.planner.status.resyncs == 0)
        #expect(abs(house.planner.status.playoutError.microseconds) < 1_000)
        #expect(abs(house.planner.status.correction) <= 2_000e-6)
        _ = house.blocks(2_000)
        #expect(abs(house.planner.status.playoutError.microseconds) < 1)
    }

    @Test(arguments: [2.1, -2.1, 500, -86_400_000])
    func aStepIsTakenUnderARamp(milliseconds: Double) throws {
        var house = Self.playing()
        let shift = Interval.seconds(milliseconds * 1e-3)
        house.inputs.mapping?.coordinator += shift
        house.set([
            TimelineSpan(
                generation: Generation(1),
                startPosition: 3_840,
                startTime: house.timeline.spans[0].startTime + shift + .milliseconds(3)
            )
        ])
        let list = house.blocks(2)
        expectNoClicks(list, gain: 1)
        #expect(list.filter { $0.segment.lastGain < $0.segment.firstGain }.reduce(0) { $0 + $1.segment.frames } == 240)
        #expect(house.blocks(2).allSatisfy { $0.segment.firstGain == 1 })
        #expect(abs(house.planner.status.playoutError.microseconds) < 1)
    }

    @Test func anErrorBeyondTheThresholdIsCounted() {
        var house = Self.playing()
        house.inputs.mapping?.coordinator += .milliseconds(3)
        expectNoClicks(house.blocks(3), gain: 1)
        #expect(house.planner.status.resyncs == 1)
        #expect(abs(house.planner.status.playoutError.microseconds) < 1)
    }

    @Test func whenNothingIsDecodedItFadesCountsAndComesBackInPlace() {
        var house = Self.playing()
        let now = house.next
        // 400 frames are left to play, less the interpolator's margin.
        let high = 3_840 + now - 48_000 + 400
        house.decoded[Generation(1)] = .init(low: 0, high: high)
        let starving = house.blocks(3)
        expectNoClicks(starving, gain: 1)
        for (frame, segment) in starving where !segment.isSilent {
            let last = segment.position + Int64(segment.frames) + Int64(FractionalInterpolator.margin)
            #expect(last <= high)
            #expect(frame < now + 400)
        }
        #expect(house.planner.status.state == .starved)
        #expect(house.planner.status.starvedFrames >= 3 * 480 - 400)
        house.decoded[Generation(1)] = nil
        let back = house.blocks(3)
        expectNoClicks(back, gain: 0)
        expectInPlace(back, house.timeline.spans[0])
        #expect(house.planner.status.state == .playing)
        #expect(house.planner.status.resyncs == 0)
    }

    @Test func itStartsOnlyWithTwentyMillisecondsInHand() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        house.decoded[Generation(1)] = .init(low: 2_880, high: 4_800)
        #expect(house.block().allSatisfy { $0.segment.isSilent })
        #expect(house.planner.status.state == .starved)
        #expect(house.planner.status.starvedFrames == 0)
        house.decoded[Generation(1)] = .init(low: 2_880, high: 5_760)
        #expect(house.block().contains { !$0.segment.isSilent })
    }

    @Test func whatIsDecodedLaterThanNeededDoesNotStart() {
        var house = Fixture()
        house.set([Fixture.span(1, frame: 48_000)])
        house.decoded[Generation(1)] = .init(low: 9_600, high: 20_000)
        #expect(house.block().allSatisfy { $0.segment.isSilent })
    }

    @Test func aRestartForgetsTheVoice() {
        var house = Self.playing()
        house.planner.restart()
        #expect(house.planner.status.state == .syncing)
        let list = house.blocks(2)
        #expect(list.first?.segment.firstGain == 0)
        expectInPlace(list, house.timeline.spans[0])
    }

    @Test func anEmptyTimelineFadesWhatSounds() {
        var house = Self.playing()
        house.set([])
        let list = house.blocks(2)
        expectNoClicks(list, gain: 1)
        #expect(list.last?.segment.isSilent == true)
        #expect(house.planner.status.state == .idle)
    }

    /// Whatever happens: blocks are filled, gains are gains and never jump but at joints, nothing undecoded is read.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func nothingMakesItClick(seed: UInt64) {
        var random = SimRandom(seed: seed)
        var house = Fixture()
        var generation: UInt32 = 1
        house.set([Fixture.span(1, frame: 48_100)])
        var gain: Float = 0
        // The furthest position that was played: what is decoded reaches beyond it.
        var newest: Int64 = 0
        for _ in 0..<400 {
            let now = Double(house.next)
            switch Int(random.uniform() * 40) {
            case 0:
                house.timeline.end(at: Fixture.time(ofFrame: now + random.uniform(in: -500...3_000)))
                house.inputs.setTimeline(house.timeline)
            case 1:
                generation += 1
                let start = now + random.uniform(in: -500...3_000)
                house.timeline.append(Fixture.span(generation, frame: start))
                house.inputs.setTimeline(house.timeline)
            case 2: house.inputs.mapping?.coordinator += .seconds(random.uniform(in: -0.004...0.004))
            case 3: house.inputs.delay = .seconds(random.uniform(in: -0.02...0.02))
            case 4: house.everything = .init(low: 0, high: newest + 300 + Int64(random.uniform() * 2_000))
            case 5: house.everything = .init(low: 0, high: 1 << 40)
            default: break
            }
            let frames = 1 + Int(random.uniform() * 900)
            let list = house.block(frames)
            #expect(list.reduce(0) { $0 + Int($1.segment.frames) } == frames)
            expectNoClicks(list, gain: gain)
            for (_, segment) in list where !segment.isSilent {
                #expect((0...1).contains(segment.firstGain) && (0...1).contains(segment.lastGain))
                #expect((0..<1).contains(segment.fraction))
                newest = max(newest, segment.position + Int64(segment.frames))
            }
            if let last = list.last { gain = last.segment.isSilent ? 0 : last.segment.lastGain }
        }
    }
}
