import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// What follows what, and that no frame is lost or doubled on the way.
@Suite struct PlaybackTests {
    private let startTime = HeardQueue.startTime
    private let short = HeardQueue.short

    @Test func aQueueIsHeardFrameByFrameAndThenStops() async throws {
        let (bench, start) = try await HeardQueue.playing([30_001, 20_000, 40_007])
        await bench.advance(.milliseconds(500))
        let expected = HeardQueue.sequence([(1, 30_001), (2, 20_000), (3, 40_007)])
        #expect(bench.frames(from: start, count: expected.count) == expected)
        await bench.advance(.seconds(3))
        #expect(bench.heard == .silence)
        let playing = await bench.nowPlaying()
        #expect(playing.state == .stopped)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 2, 3])
        #expect(bench.events(.itemFinished).compactMap(\.item?.id) == [1, 2, 3])
        let second = start + FrameTime.interval(of: 30_001)
        #expect(abs(bench.events(.itemStarted)[1].timeNs - second.nanoseconds) <= 1)
        #expect(bench.batchesNeverContradict)
    }

    @Test func whatIsReportedIsWhatIsHeardAndNotWhatIsDecoded() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short])
        await bench.advance(to: start + .milliseconds(1_249))
        #expect(await bench.nowPlaying().item?.id == 1)
        #expect(await bench.nowPlaying().positionMs == 1_249)
        await bench.advance(to: start + .milliseconds(1_251))
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(await bench.nowPlaying().positionMs == 1)
    }

    @Test(arguments: [true, false])
    func aPauseAtAJointThatIsMadeAnewHoldsThePipeline(isPending: Bool) async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, 960_000])
        await bench.advance(to: start + .milliseconds(500))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        if !isPending { await bench.settle() }
        try await bench.transport(.pause)
        let count = bench.stream.decoder.count
        await bench.advance(.seconds(30))
        #expect(bench.stream.decoder.count == count)
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().positionMs == 530)
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(bench.stream.heard(at: resumed)?.track == 1)
        #expect(bench.stream.heard(at: resumed)?.frame == 25_441)
        await bench.advance(to: resumed + .seconds(2))
        #expect(bench.heard?.track == 3)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 3])
    }

    @Test(arguments: [(PlaybackCore.PlayMode.one, 1), (.loop, 2), (.off, 2)])
    func aModeSetInsideTheLeadDecidesWhatFollows(mode: PlaybackCore.PlayMode, next: Int) async throws {
        let (bench, start) = try await HeardQueue.playing([short, short])
        await bench.advance(to: start + .milliseconds(500))
        try await bench.transport(.mode(mode))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, next))
    }

    @Test func loopGoesRoundWithoutAGap() async throws {
        let (bench, start) = try await HeardQueue.playing([short], mode: .loop)
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 1))
        await bench.advance(.seconds(5))
        #expect(bench.events(.itemStarted).count == 4)
        let heard = 5_000 - startTime.nanoseconds / 1_000_000
        #expect(await bench.nowPlaying().positionMs == heard - 3 * 1_250)
    }

    @Test func brokenTracksArePassedOverWithoutAGap() async throws {
        let bench = ZoneBench([short, 5_000, 5_000, short])
        bench.opener[2]?.cannotOpen = true
        bench.opener[3]?.breaksAfter = 0
        try await bench.add(1, 2, 3, 4)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(
            HeardQueue.joint(bench, at: start + FrameTime.interval(of: FrameCount(short)))
                == HeardQueue.joined(1, short, 4)
        )
        #expect(bench.events(.itemFailed).compactMap(\.item?.id) == [2, 3])
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.ready, .failed, .failed, .ready])
    }

    @Test(arguments: [PlaybackCore.PlayMode.loop, .shuffle])
    func aRoundTriesABrokenTrackOnce(mode: PlaybackCore.PlayMode) async throws {
        let bench = ZoneBench([short, short])
        bench.opener[1]?.cannotOpen = true
        try await bench.add(1, 2)
        try await bench.transport(.mode(mode))
        try await bench.transport(.playIndex(1))
        // Five rounds of 1.25 s.
        await bench.advance(.seconds(6))
        #expect(await bench.nowPlaying().state == .playing)
        #expect(bench.events(.itemStarted).count == 5)
        // Once for each round, which are prepared two ahead, and once more at first.
        #expect((4...8).contains(bench.events(.itemFailed).count))
        #expect(
            bench.events(.itemFailed).allSatisfy { $0.item?.error == "no such track" && $0.item?.status == .failed }
        )
    }

    @Test func aSeekBehindTheRealEndGoesOnWithTheNextTrackOnce() async throws {
        let bench = ZoneBench([480_000, 480_000])
        bench.opener[1]?.isEstimated = true
        try await bench.add(1, 2)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(60)))
        await bench.advance(.seconds(1))
        let now = await bench.nowPlaying()
        #expect(now.item?.id == 2 && bench.heard?.track == 2 && now.positionMs < 1_000)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 2])
    }

    @Test(arguments: PlaybackCore.PlayMode.allCases)
    func aTrackThatEndsBeforeItsStartCannotBePlayed(mode: PlaybackCore.PlayMode) async throws {
        let bench = ZoneBench([480_000])
        _ = try await bench.zone.add(
            [NewItem(uri: "track:1", startPosition: .seconds(60))],
            at: .end,
            expectedVersion: nil
        )
        try await bench.transport(.mode(mode))
        try await bench.transport(.play)
        await bench.advance(.seconds(2))
        let now = await bench.nowPlaying()
        #expect(now.state == .stopped && now.error.contains("it ends before its start position"))
    }

    @Test(arguments: [1, 640, 660])
    func aTrackOfAFewFramesEnds(frames: Int) async throws {
        let bench = ZoneBench([frames])
        try await bench.add(1)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().state == .stopped)
        #expect(bench.events(.itemFinished).count == 1)
    }

    @Test(arguments: PlaybackCore.PlayMode.allCases)
    func aQueueOfBrokenTracksStops(mode: PlaybackCore.PlayMode) async throws {
        let bench = ZoneBench([])
        try await bench.add(1, 2, 3, 4, 5)
        try await bench.transport(.mode(mode))
        try await bench.transport(.play)
        await bench.advance(.milliseconds(500))
        let playing = await bench.nowPlaying()
        #expect(playing.state == .stopped)
        #expect(playing.error.contains("no such track"))
        #expect(bench.events(.itemFailed).count == 5)
        #expect(bench.heard == .silence)
    }

    @Test func aTrackThatBreaksIsHeardAsFarAsItGoes() async throws {
        let bench = ZoneBench([short, short])
        bench.opener[1]?.breaksAfter = 50_000
        try await bench.add(1, 2)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(HeardQueue.joint(bench, at: start + FrameTime.interval(of: 50_000)) == HeardQueue.joined(1, 50_000, 2))
        await bench.advance(.milliseconds(500))
        #expect(await bench.nowPlaying().item?.id == 1)
        #expect(await bench.nowPlaying().item?.status == .failed)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(bench.events(.itemFailed).compactMap(\.item?.id) == [1])
    }

}

extension ZoneBench {
    /// No span reaches over the end of what is published of its generation, where it ends.
    var batchesNeverContradict: Bool {
        stream.timeline.spans.allSatisfy { span in
            guard let end = span.endPosition else { return true }
            return end <= span.startPosition || stream.decoder.frame(span.generation, end - 1) != nil
        }
    }
}
