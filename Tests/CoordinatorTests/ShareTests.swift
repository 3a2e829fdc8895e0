import AudioCore
import LinuxSystem
import Synchronization
import Testing

@testable import Coordinator

/// Files on file systems that may stand still.
@Suite struct ShareTests {
    /// Track 9 is on a disk; 1 and 2 are on one share, 3 on another. A share that hangs answers nobody until it is let
    /// go.
    private final class Shares: TrackOpening {
        let files: TaggedOpener
        private let answering: EventSignal
        private let hanging = Mutex<Set<String>>([])

        init(_ files: TaggedOpener) throws {
            self.files = files
            answering = try EventSignal()
        }

        func hang(_ share: String) { hanging.withLock { _ = $0.insert(share) } }
        func answer() { answering.signal() }

        func share(of uri: String) -> DiskPath? {
            switch uri {
            case "track:1", "track:2": DiskPath("/mnt/one")
            case "track:3": DiskPath("/mnt/two")
            default: nil
            }
        }

        func open(uri: String) throws(AudioError) -> any FrameSource {
            if let share = share(of: uri), hanging.withLock({ $0.contains(share.location) }) {
                _ = Poll.wait(for: [answering.fileDescriptor], timeout: nil)
            }
            return try files.open(uri: uri)
        }
    }

    private let shares: Shares

    init() throws { shares = try Shares(TaggedOpener([500_000, 100_000, 100_000, 0, 0, 0, 0, 0, 480_000])) }

    /// An engine that has been told to start a track on a share that hangs.
    private func waitingBench() -> EngineBench {
        shares.hang("/mnt/one")
        let bench = EngineBench(shares.files, through: shares)
        bench.send(.start(Generation(1), bench.track(1)))
        bench.work()
        return bench
    }

    @Test func aShareThatHangsHoldsUpNothingElse() throws {
        defer { shares.answer() }
        let bench = waitingBench()
        #expect(bench.events.first == .loading(Generation(1), bench.track(1)))
        #expect(bench.batches.isEmpty)
        bench.send(.start(Generation(2), bench.track(9)))
        bench.work()
        #expect(bench.events.contains(.ready(Generation(2))))
    }

    @Test func aShareThatHangsIsToldAsTheReason() throws {
        defer { shares.answer() }
        let bench = waitingBench()
        func troubles() -> [String] {
            bench.events.compactMap { event in
                guard case .supply(let report) = event else { return nil }
                return report.trouble
            }
        }
        bench.advance(.seconds(2))
        #expect(!troubles().isEmpty && troubles().allSatisfy(\.isEmpty))
        bench.advance(.seconds(2))
        #expect(troubles().last == "/mnt/one, which is on a network, does not answer; trying again")
    }

    @Test func whatFollowsOnAShareThatHangsLeavesTheMusicAlone() throws {
        defer { shares.answer() }
        shares.hang("/mnt/two")
        let bench = EngineBench(shares.files, through: shares)
        bench.send(.start(Generation(1), bench.track(9)))
        bench.work()
        let mark = try #require(bench.marks.first)
        bench.send(.follow(serial: mark.serial, bench.track(3)))
        bench.send(.pace(Generation(1), .running(position: bench.engine.startPosition, time: bench.now)))
        bench.advance(.seconds(9))
        #expect(bench.events.contains(.loading(nil, bench.track(3))))
        #expect(bench.batches.joined().count > 450)
    }

    @Test func filesOfOneShareAreJoined() async throws {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let loader = BackgroundLoader(opener: shares) { continuation.yield(()) }
        func wait(_ track: any FrameSource, until isEnough: (FrameFlow) -> Bool) async {
            while true {
                if case .flowing(let flow) = track.supply, isEnough(flow) { return }
                var iterator = wakes.makeAsyncIterator()
                await iterator.next()
            }
        }
        let first = try #require(loader.load(uri: "track:1", from: .zero))
        await wait(first) { $0.ready.rawValue > 380_000 }
        // What is ahead is told in seconds as long as something is still to come.
        if case .flowing(let flow) = first.supply { #expect(!flow.isComplete) }
        let second = try #require(loader.load(uri: "track:2", after: first))
        let other = try #require(loader.load(uri: "track:3", after: first))
        var buffer = [Float](repeating: 0, count: 400_000)
        #expect(try buffer.withUnsafeMutableBufferPointer { try first.read(into: $0) } == 200_000)
        await wait(first) { $0.isWhole }
        for (number, track) in [(2, second), (3, other)] {
            await wait(track) { $0.isWhole }
            #expect(try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) } == 100_000)
            #expect(Int(buffer[0]) == number && Int(buffer[199_999]) == 100_000)
        }
        #expect(shares.files.joints == ["1+2"])
        // All has been read: nothing can be joined to it any more.
        let late = try #require(loader.load(uri: "track:2", after: first))
        await wait(late) { $0.isWhole }
        #expect(shares.files.joints == ["1+2"])
    }
}
