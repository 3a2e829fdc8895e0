import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

@Suite struct TransportTests {
    /// What a start takes without rooms: the command lead and the margin for the first packets.
    private let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin

    private func playing(_ lengths: [Int], lead: Interval = .milliseconds(2_000)) async throws -> ZoneBench {
        let bench = ZoneBench(lengths, lead: lead)
        for number in lengths.indices { try await bench.add(number + 1) }
        try await bench.transport(.play)
        await bench.advance(startTime)
        return bench
    }

    @Test func playIsHeardAfterTheCommandLeadFromTheFirstFrame() async throws {
        let bench = ZoneBench([480_000])
        try await bench.add(1)
        let answer = try await bench.transport(.play)
        let start = bench.now + startTime
        #expect(answer.effectiveTimeNs == start.nanoseconds)
        #expect(answer.nowPlaying?.state == .playing)
        #expect(bench.stream.heard(at: start - Interval(nanoseconds: 1)) == .silence)
        #expect(bench.frames(from: start, count: 3) == (1...3).map { TaggedFrame(track: 1, frame: $0) })
        await bench.advance(to: start + .milliseconds(500))
        #expect(await bench.nowPlaying().positionMs == 500)
        #expect(bench.events(.itemStarted).map(\.timeNs) == [start.nanoseconds])
    }

    @Test func pauseAndResumeLoseNoFrame() async throws {
        let bench = try await playing([480_000])
        await bench.advance(.milliseconds(1_003))
        let silence = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.pause).effectiveTimeNs)
        #expect(silence == bench.now + CommandLead.withoutRooms)
        let last = bench.stream.heard(at: silence - .microseconds(11))
        #expect(bench.stream.heard(at: silence) == .silence)
        await bench.advance(.seconds(30))
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .paused)
        #expect(await bench.nowPlaying().positionMs == 1_033)
        let resumed = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(resumed == bench.now + CommandLead.withoutRooms)
        let first = bench.stream.heard(at: resumed + .microseconds(1))
        #expect(first?.frame == (last?.frame ?? 0) + 1)
        await bench.advance(.seconds(3))
        #expect(bench.heard?.track == 1)
        #expect(bench.opener.openings.count == 1)
    }

    @Test func pauseBeforeTheStartIsHeardHoldsTheStart() async throws {
        let bench = ZoneBench([480_000])
        try await bench.add(1)
        _ = try await bench.zone.transport(.play)
        _ = try await bench.zone.transport(.pause)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().positionMs == 0)
        let resumed = try await bench.transport(.play).effectiveTimeNs
        #expect(bench.stream.heard(at: Instant(nanoseconds: resumed)) == TaggedFrame(track: 1, frame: 1))
    }

    @Test func anItemIsPlayedByItsIDWhereverItStands() async throws {
        let bench = try await playing([480_000, 480_000])
        _ = try await bench.zone.edit(.move(ItemID(2), to: 0), expectedVersion: nil)
        let answer = try await bench.transport(.playItem(ItemID(2)))
        #expect(bench.stream.heard(at: Instant(nanoseconds: answer.effectiveTimeNs))?.track == 2)
        await #expect(throws: RPCError.self) { try await bench.transport(.playItem(ItemID(9))) }
        #expect(await bench.nowPlaying().state == .playing)
    }

    @Test func nextSwitchesAtOneInstantAndDropsTheOldTrack() async throws {
        let bench = try await playing([480_000, 480_000])
        await bench.advance(.seconds(1))
        let change = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.next).effectiveTimeNs)
        #expect(bench.stream.heard(at: change - .microseconds(11))?.track == 1)
        #expect(bench.frames(from: change, count: 2) == (1...2).map { TaggedFrame(track: 2, frame: $0) })
        await bench.advance(.seconds(1))
        let playing = await bench.nowPlaying()
        #expect(playing.item?.id == 2)
        #expect(playing.positionMs == 1_000 - startTime.nanoseconds / 1_000_000)
        try await bench.transport(.previous)
        await bench.advance(.seconds(1))
        #expect(bench.heard?.track == 1)
    }

    @Test func seekIsExact() async throws {
        let bench = try await playing([960_000])
        await bench.advance(.seconds(1))
        let change = Instant<CoordinatorClock>(
            nanoseconds: try await bench.transport(.seek(.seconds(10))).effectiveTimeNs
        )
        #expect(bench.stream.heard(at: change) == TaggedFrame(track: 1, frame: 480_001))
        await bench.advance(to: change + .seconds(2))
        #expect(await bench.nowPlaying().positionMs == 12_000)
        try await bench.transport(.seekBy(.seconds(-7)))
        await bench.advance(startTime)
        #expect(await bench.nowPlaying().positionMs == 5_000)
        #expect(bench.events(.itemStarted).count == 1)
    }

    @Test func aSeekWhilePausedIsTold() async throws {
        let bench = try await playing([480_000])
        await bench.advance(.seconds(1))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(7)))
        #expect(bench.events(.nowPlaying).last?.nowPlaying?.positionMs == 7_000)
    }

    @Test func seekWhilePausedIsHeardWithTheNextPlay() async throws {
        let bench = try await playing([960_000])
        await bench.advance(.seconds(1))
        try await bench.transport(.pause)
        try await bench.transport(.seek(.seconds(5)))
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().positionMs == 5_000)
        #expect(bench.heard == .silence)
        let start = try await bench.transport(.play).effectiveTimeNs
        #expect(bench.stream.heard(at: Instant(nanoseconds: start)) == TaggedFrame(track: 1, frame: 240_001))
    }

    @Test func stopIsSilenceAndPlayBeginsAnew() async throws {
        let bench = try await playing([480_000])
        await bench.advance(.seconds(2))
        try await bench.transport(.stop)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .stopped)
        let start = try await bench.transport(.play).effectiveTimeNs
        #expect(bench.stream.heard(at: Instant(nanoseconds: start)) == TaggedFrame(track: 1, frame: 1))
    }

    @Test func commandsInQuickSuccessionEndWithTheLast() async throws {
        let bench = try await playing([480_000, 480_000, 480_000])
        _ = try await bench.zone.transport(.next)
        _ = try await bench.zone.transport(.seek(.seconds(3)))
        _ = try await bench.zone.transport(.next)
        await bench.advance(.seconds(1))
        #expect(bench.heard?.track == 3)
        #expect(await bench.nowPlaying().item?.id == 3)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 3])
    }

    @Test func commandsTakeTheLeadThatTheRoomsNeed() async throws {
        let bench = try await playing([480_000])
        bench.commandLead.set(.milliseconds(200))
        let silence = try await bench.transport(.pause).effectiveTimeNs
        #expect(silence == (bench.now + .milliseconds(200)).nanoseconds)
    }

    @Test func aChangedTimelineIsRepeated() async throws {
        let bench = try await playing([480_000])
        let before = bench.stream.timelines.count
        try await bench.transport(.pause)
        await bench.advance(.milliseconds(300))
        let timelines = bench.stream.timelines.dropFirst(before)
        #expect(timelines.count == 3)
        #expect(Set(timelines).count == 1)
        await bench.advance(.seconds(10))
        #expect(bench.stream.timelines.count == before + 3 + 5)
    }

    @Test func anEmptyQueueCannotPlay() async {
        let bench = ZoneBench([])
        await #expect(throws: (any Error).self) { try await bench.transport(.play) }
        #expect(await bench.nowPlaying().state == .stopped)
    }
}
