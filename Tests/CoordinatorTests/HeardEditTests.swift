import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// Edits of the queue while it is heard: what is published already is taken back, and no frame is lost or doubled.
@Suite struct HeardEditTests {
    private let startTime = HeardQueue.startTime
    private let short = HeardQueue.short

    @Test func removingThePublishedNextTrackIsHeardWithoutAGap() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 2))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 3))
        await bench.advance(to: time + .milliseconds(100))
        #expect(await bench.nowPlaying().item?.id == 3)
        #expect(bench.stream.timeline.spans.last?.continuesPrevious == true)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 3])
    }

    @Test func severalEditsInsideTheLeadEndWithTheLast() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, short, short])
        await bench.advance(to: start + .milliseconds(300))
        let time = start + FrameTime.interval(of: FrameCount(short))
        _ = try await bench.zone.edit(.move(ItemID(4), to: 1), expectedVersion: nil)
        _ = try await bench.zone.edit(.move(ItemID(3), to: 1), expectedVersion: nil)
        await bench.settle()
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 3))
        _ = try await bench.zone.edit(.move(ItemID(4), to: 1), expectedVersion: nil)
        await bench.settle()
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 4))
        await bench.advance(to: time + FrameTime.interval(of: FrameCount(short)) + .milliseconds(50))
        #expect(bench.heard?.track == 3)
    }

    @Test func clearingAllButTheCurrentTrackInsideTheLeadEndsWithIt() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short])
        await bench.advance(to: start + .milliseconds(500))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(
            HeardQueue.joint(bench, at: time) == Array(HeardQueue.joined(1, short, 2).prefix(3)) + [
                .silence, .silence, .silence,
            ]
        )
        try await bench.add(2)
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 2))
        await bench.advance(to: time + .milliseconds(50))
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test func whatIsAddedInsideTheLeadOfTheEndIsHeardWithoutAGap() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short], queued: [1])
        await bench.advance(to: start + .milliseconds(800))
        let time = start + FrameTime.interval(of: FrameCount(short))
        #expect(HeardQueue.joint(bench, at: time).last == .silence)
        try await bench.add(2)
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 2))
    }

    @Test func anEditInTheLastMomentIsHeardRightAfterTheJoint() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, short])
        let time = start + FrameTime.interval(of: FrameCount(short))
        await bench.advance(to: time - .milliseconds(20))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.advance(to: time + .milliseconds(200))
        #expect(bench.heard?.track == 3)
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test func aPausedZoneTakesEditsOfWhatIsPublished() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        let first = bench.stream.heard(at: resumed + .microseconds(1))
        #expect(first == TaggedFrame(track: 1, frame: 25_441))
        let time = resumed + FrameTime.interval(of: FrameCount(short - 25_440))
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 3))
    }

    @Test func pausingBetweenAnEditAndItsJointKeepsBoth() async throws {
        let (bench, start) = try await HeardQueue.playing([short, short, short])
        await bench.advance(to: start + .milliseconds(500))
        _ = try await bench.zone.edit(.remove([ItemID(2)]), expectedVersion: nil)
        await bench.settle()
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        let time = resumed + FrameTime.interval(of: FrameCount(short - 25_440))
        #expect(HeardQueue.joint(bench, at: time) == HeardQueue.joined(1, short, 3))
    }

    @Test func removingTheTrackThatIsHeardGoesOnWithTheNext() async throws {
        let (bench, start) = try await HeardQueue.playing([480_000, 480_000])
        await bench.advance(to: start + .seconds(1))
        _ = try await bench.zone.edit(.remove([ItemID(1)]), expectedVersion: nil)
        await bench.advance(startTime + .milliseconds(10))
        #expect(bench.heard?.track == 2)
        #expect(await bench.nowPlaying().item?.id == 2)
    }

    @Test func clearingIsSilence() async throws {
        let (bench, start) = try await HeardQueue.playing([480_000, 480_000])
        await bench.advance(to: start + .seconds(1))
        _ = try await bench.zone.edit(.clear, expectedVersion: nil)
        await bench.advance(startTime)
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .stopped)
    }
}
