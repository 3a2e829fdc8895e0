import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

/// A generation that goes on as another, at a frame inside what is published.
@Suite struct StreamCutTests {
    private let one = Generation(1)

    @Test func aCutContinuesFrameByFrame() {
        let bench = EngineBench(TaggedOpener([10_007, 50_000, 60_000]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        let mark = bench.marks[1].position
        #expect(bench.decoder.frame(one, mark) == TaggedFrame(track: 2, frame: 1))
        let two = Generation(2)
        let pace = StreamPace.running(position: 4_152, time: bench.now + .milliseconds(200))
        bench.send(.cut(StreamCut(old: one, mark: mark, new: two, next: bench.track(3), pace: pace)))
        bench.work()
        // The pre-roll is the end of the track before, the first audible frame that of the new one.
        for offset in [0, 1, 3_839] {
            let expected = TaggedFrame(track: 1, frame: 10_007 - 3_839 + offset)
            #expect(bench.decoder.frame(two, FrameCount(312 + offset)) == expected)
        }
        #expect(bench.decoder.frame(two, 4_152) == TaggedFrame(track: 3, frame: 1))
        #expect(bench.events.last == .ready(two))
    }

    @Test func aCutIsPossibleAfterTheEnd() {
        let bench = EngineBench(TaggedOpener([10_007, 50_000]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, nil))
        bench.work()
        let two = Generation(2)
        let pace = StreamPace.held(at: 4_152)
        bench.send(.cut(StreamCut(old: one, mark: 14_159, new: two, next: bench.track(2), pace: pace)))
        bench.work()
        #expect(bench.decoder.frame(two, 4_151) == TaggedFrame(track: 1, frame: 10_007))
        #expect(bench.decoder.frame(two, 4_152) == TaggedFrame(track: 2, frame: 1))
    }

    @Test func aCutThatCannotGoOnLeavesTheOldGenerationAsItIs() {
        let opener = TaggedOpener([10_007, 50_000, 1])
        opener[3]?.cannotOpen = true
        let bench = EngineBench(opener)
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        bench.send(.follow(serial: 2, nil))
        let (two, pace) = (Generation(2), StreamPace.held(at: 4_152))
        bench.send(.cut(StreamCut(old: one, mark: 14_159, new: two, next: bench.track(3), pace: pace)))
        #expect(bench.events.last == .refused(two, bench.track(3), reason: "no such track"))
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        bench.advance(.seconds(1))
        #expect(bench.decoder.frame(one, 50_000) == TaggedFrame(track: 2, frame: 50_000 - 14_158))
        bench.send(.cut(StreamCut(old: two, mark: 14_159, new: Generation(3), next: bench.track(2), pace: pace)))
        #expect(bench.events.last == .uncuttable(Generation(3)))
    }

    @Test func aStreamThatRunsDryIsToldAgainAfterACutThatFailed() {
        let opener = TaggedOpener([4_800_000, 48_000])
        opener.network[1] = SlowNetwork.State(isOpen: true, arrived: 96_000)
        opener[2]?.cannotOpen = true
        let bench = EngineBench(opener)
        bench.send(.start(one, bench.track(1)))
        bench.work()
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        let starved = { bench.events.count { if case .starved = $0 { true } else { false } } }
        bench.advance(.seconds(3))
        #expect(starved() == 1)
        // The coordinator has asked for cuts before it heard of that, and waits for their answers.
        let pace = StreamPace.held(at: 4_152)
        bench.send(.cut(StreamCut(old: one, mark: 9_000_000, new: Generation(2), next: bench.track(2), pace: pace)))
        #expect(bench.events.last == .uncuttable(Generation(2)))
        bench.work()
        #expect(starved() == 2)
        bench.send(.cut(StreamCut(old: one, mark: 50_000, new: Generation(3), next: bench.track(2), pace: pace)))
        #expect(bench.events.last == .refused(Generation(3), bench.track(2), reason: "no such track"))
        bench.work()
        #expect(starved() == 3)
    }
}
