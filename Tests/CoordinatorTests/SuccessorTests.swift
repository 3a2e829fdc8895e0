import AudioCore
import Testing

@testable import Coordinator

/// What follows a track, in an engine that is called only when it asked for it.
@Suite struct SuccessorTests {
    private static let second = 48_000

    /// Track 2 is there long before track 1 ends: nothing more comes that would wake the engine.
    @Test(arguments: [[], [1], [2], [1, 2]] as [[Int]])
    func whatIsThereFollowsByItself(network: [Int]) {
        let one = Generation(1)
        let bench = EngineBench(TaggedOpener([3 * Self.second, 2 * Self.second]))
        for number in network {
            bench.opener.network[number] = SlowNetwork.State(isOpen: true, arrived: 3 * Self.second)
        }
        bench.send(.start(one, bench.track(1)))
        bench.work()
        bench.send(.pace(one, .running(position: bench.engine.startPosition, time: bench.now)))
        bench.send(.follow(serial: 1, bench.track(2)))
        let end = bench.now + .milliseconds(3_500)
        while let due = bench.work(), due < end { bench.now = max(due, bench.now) }
        #expect(bench.marks.count == 2)
        let joint = bench.engine.startPosition + FrameCount(Int64(3 * Self.second))
        #expect(bench.decoder.frame(one, joint - 1) == TaggedFrame(track: 1, frame: 3 * Self.second))
        #expect(bench.decoder.frame(one, joint) == TaggedFrame(track: 2, frame: 1))
    }
}
