import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// What follows what, and that no frame is lost or doubled on the way.
@Suite struct PlaybackTests {
    private let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin
    /// 1.25 s: less than the lead, so that joints are published long before they are heard.
    private let short = 60_000

    /// A bench that plays, with the start of its first track heard at the instant returned.
    private func playing(
        _ lengths: [Int],
        queued: [Int]? = nil,
        mode: PlaybackCore.PlayMode = .off
    ) async throws -> (ZoneBench, Instant<CoordinatorClock>) {
        let bench = ZoneBench(lengths)
        for number in queued ?? Array(1...lengths.count) { try await bench.add(number) }
        try await bench.transport(.mode(mode))
        let start = try await bench.transport(.play).effectiveTimeNs
        return (bench, Instant(nanoseconds: start))
    }

    /// The frames of `tracks`, (number, frames), one after the other.
    private func sequence(_ tracks: [(Int, Int)]) -> [TaggedFrame?] {
        tracks.flatMap { number, count in (1...count).map { TaggedFrame(track: number, frame: $0) } }
    }

    /// Listens at every frame around a joint.
    private func joint(_ bench: ZoneBench, at time: Instant<CoordinatorClock>) -> [TaggedFrame?] {
        bench.frames(from: time + FrameTime.interval(of: -3), count: 6)
    }

    private func joined(_ first: Int, _ length: Int, _ second: Int) -> [TaggedFrame?] {
        [-2, -1, 0].map { TaggedFrame(track: first, frame: length + $0) }
            + [1, 2, 3].map { TaggedFrame(track: second, frame: $0) }
    }

    @Test func aQueueIsHeardFrameByFrameAndThenStops() async throws {
        let (bench, start) = try await playing([30_001, 20_000, 40_007])
        await bench.advance(.milliseconds(500))
        let expected = sequence([(1, 30_001), (2, 20_000), (3, 40_007)])
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
        let (bench, start) = try await playing([short, short])
        await bench.advance(to: start + .milliseconds(1_249))
        #expect(await bench.nowPlaying().item?.id == 1)
        #expect(await bench.nowPlaying().positionMs == 1_249)
        await bench.advance(to: start + .milliseconds(1_251))
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(await bench.nowPlaying().positionMs == 1)
    }

    @Test(arguments: [true, false])
    func aPauseAtAJointThatIsMadeAnewHoldsThePipeline(isPending: Bool) async throws {
        let (bench, start) = try await playing([short, short, 960_000])
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

    @Test func removingThePublishedNextTrackIsHeardWithoutAGap() async throws {
        let (bench, start) = try await playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(joint(bench, at: time) == joined(1, short, 2))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        #expect(joint(bench, at: time) == joined(1, short, 3))
        await bench.advance(to: time + .milliseconds(100))
        #expect(await bench.nowPlaying().item?.id == 3)
        #expect(bench.stream.timeline.spans.last?.continuesPrevious == true)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 3])
    }

    @Test func severalEditsInsideTheLeadEndWithTheLast() async throws {
        let (bench, start) = try await playing([short, short, short, short])
        await bench.advance(to: start + .milliseconds(300))
        let time = start + FrameTime.interval(of: FrameCount(short))
        _ = try await bench.zone.edit(.move(ItemID(4), to: 1), expectedVersion: nil)
        _ = try await bench.zone.edit(.move(ItemID(3), to: 1), expectedVersion: nil)
        await bench.settle()
        #expect(joint(bench, at: time) == joined(1, short, 3))
        _ = try await bench.zone.edit(.move(ItemID(4), to: 1), expectedVersion: nil)
        await bench.settle()
        #expect(joint(bench, at: time) == joined(1, short, 4))
        await bench.advance(to: time + FrameTime.interval(of: FrameCount(short)) + .milliseconds(50))
        #expect(bench.heard?.track == 3)
    }

    @Test func clearingAllButTheCurrentTrackInsideTheLeadEndsWithIt() async throws {
        let (bench, start) = try await playing([short, short])
        await bench.advance(to: start + .milliseconds(500))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(joint(bench, at: time) == Array(joined(1, short, 2).prefix(3)) + [.silence, .silence, .silence])
        try await bench.add(2)
        #expect(joint(bench, at: time) == joined(1, short, 2))
        await bench.advance(to: time + .milliseconds(50))
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test func whatIsAddedInsideTheLeadOfTheEndIsHeardWithoutAGap() async throws {
        let (bench, start) = try await playing([short, short], queued: [1])
        await bench.advance(to: start + .milliseconds(800))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(joint(bench, at: time).last == .silence)
        try await bench.add(2)
        #expect(joint(bench, at: time) == joined(1, short, 2))
    }

    @Test func anEditInTheLastMomentIsHeardRightAfterTheJoint() async throws {
        let (bench, start) = try await playing([short, short, short])
        let time = start + FrameTime.interval(of: FrameCount(short))
        await bench.advance(to: time - .milliseconds(20))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.advance(to: time + .milliseconds(200))
        #expect(bench.heard?.track == 3)
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test(arguments: [(PlaybackCore.PlayMode.one, 1), (.loop, 2), (.off, 2)])
    func aModeSetInsideTheLeadDecidesWhatFollows(mode: PlaybackCore.PlayMode, next: Int) async throws {
        let (bench, start) = try await playing([short, short])
        await bench.advance(to: start + .milliseconds(500))
        try await bench.transport(.mode(mode))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(joint(bench, at: time) == joined(1, short, next))
    }

    @Test func loopGoesRoundWithoutAGap() async throws {
        let (bench, start) = try await playing([short], mode: .loop)
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(joint(bench, at: time) == joined(1, short, 1))
        await bench.advance(.seconds(5))
        #expect(bench.events(.itemStarted).count == 4)
        let heard = 5_000 - startTime.nanoseconds / 1_000_000
        #expect(await bench.nowPlaying().positionMs == heard - 3 * 1_250)
    }

    @Test func aPausedZoneTakesEditsOfWhatIsPublished() async throws {
        let (bench, start) = try await playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        let first = bench.stream.heard(at: resumed + .microseconds(1))
        #expect(first == TaggedFrame(track: 1, frame: 25_441))
        let time = resumed + FrameTime.interval(of: FrameCount(short - 25_440))
        #expect(joint(bench, at: time) == joined(1, short, 3))
    }

    @Test func pausingBetweenAnEditAndItsJointKeepsBoth() async throws {
        let (bench, start) = try await playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        let time = resumed + FrameTime.interval(of: FrameCount(short - 25_440))
        #expect(joint(bench, at: time) == joined(1, short, 3))
    }

    @Test func brokenTracksArePassedOverWithoutAGap() async throws {
        let bench = ZoneBench([short, 5_000, 5_000, short])
        bench.opener[2]?.cannotOpen = true
        bench.opener[3]?.breaksAfter = 0
        try await bench.add(1, 2, 3, 4)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(joint(bench, at: start + FrameTime.interval(of: FrameCount(short))) == joined(1, short, 4))
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
        #expect(joint(bench, at: start + FrameTime.interval(of: 50_000)) == joined(1, 50_000, 2))
        await bench.advance(.milliseconds(500))
        #expect(await bench.nowPlaying().item?.id == 1)
        #expect(await bench.nowPlaying().item?.status == .failed)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(bench.events(.itemFailed).compactMap(\.item?.id) == [1])
    }

    @Test func removingTheTrackThatIsHeardGoesOnWithTheNext() async throws {
        let (bench, start) = try await playing([480_000, 480_000])
        await bench.advance(to: start + .seconds(1))
        _ = try await bench.zone.edit(.remove([ItemID(1)]), expectedVersion: nil)
        await bench.advance(startTime + .milliseconds(10))
        #expect(bench.heard?.track == 2)
        #expect(await bench.nowPlaying().item?.id == 2)
    }

    @Test func clearingIsSilence() async throws {
        let (bench, start) = try await playing([480_000, 480_000])
        await bench.advance(to: start + .seconds(1))
        _ = try await bench.zone.edit(.clear, expectedVersion: nil)
        await bench.advance(startTime)
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .stopped)
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
