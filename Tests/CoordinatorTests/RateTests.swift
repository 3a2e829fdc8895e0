import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

@Suite struct RateTests {
    /// Frames that are heard from now on are those of the track from `frame` on at `rate`, within a millisecond.
    private func expect(_ bench: ZoneBench, track: Int, from frame: Int, rate: Int, count: Int) async {
        let heard = bench.frames(from: bench.now, count: count)
        for (index, tag) in heard.enumerated() {
            let due = frame + index * rate / 1_000 + 1
            #expect(tag?.track == track && abs((tag?.frame ?? 0) - due) <= 50, "\(index): \(String(describing: tag))")
        }
    }

    private func playing(_ lengths: [Int], rate: UInt32? = nil, queue: Int = 1) async throws -> ZoneBench {
        let bench = ZoneBench(lengths)
        for number in 1...queue { try await bench.add(number) }
        if let rate { _ = try await bench.zone.setRate(Int(rate)) }
        try await bench.transport(.play)
        return bench
    }

    @Test(arguments: [500, 1_500, 2_000, 3_000])
    func aTrackPlaysAtTheZonesSpeed(rate: Int) async throws {
        let bench = try await playing([960_000], rate: UInt32(rate))
        await bench.advance(.seconds(2))
        let now = await bench.nowPlaying()
        #expect(now.ratePermille == UInt32(rate))
        await expect(bench, track: 1, from: Int(now.positionMs) * 48, rate: rate, count: 3)
        let before = now.positionMs
        await bench.advance(.seconds(1))
        #expect(abs(await bench.nowPlaying().positionMs - before - Int64(rate)) <= 1)
    }

    @Test func aChangeIsHeardWithoutAGapFromThePlaceOn() async throws {
        let bench = try await playing([4_800_000])
        await bench.advance(.seconds(2))
        let answer = try await bench.zone.setRate(2_000)
        await bench.settle()
        let time = Instant<CoordinatorClock>(nanoseconds: answer.effectiveTimeNs)
        #expect(time - bench.now <= .milliseconds(150))
        await bench.advance(to: time - .milliseconds(1))
        let before = bench.frames(from: bench.now, count: 40).compactMap { $0?.frame }
        #expect(zip(before, before.dropFirst()).allSatisfy { $1 == $0 + 1 })
        // The cross-fade mixes tags: look behind it.
        await bench.advance(.milliseconds(25))
        let now = await bench.nowPlaying()
        #expect(now.ratePermille == 2_000)
        await expect(bench, track: 1, from: Int(now.positionMs) * 48, rate: 2_000, count: 1)
        let after = bench.frames(from: bench.now, count: 400).compactMap { $0?.frame }
        #expect(after.count == 400 && zip(after, after.dropFirst()).allSatisfy { $1 == $0 + 2 })
        // The place at the cut is the place before it.
        let expected = before[0] + 48 + 24 * 48 * 2
        #expect(abs(after[0] - expected) < 100)
    }

    @Test func aChangeIsNoNewItem() async throws {
        let bench = try await playing([4_800_000, 480_000], queue: 2)
        await bench.advance(.seconds(2))
        _ = try await bench.zone.setRate(1_500)
        await bench.advance(.seconds(2))
        _ = try await bench.zone.setRate(1_000)
        await bench.advance(.seconds(2))
        #expect(bench.events(.itemStarted).count == 1)
        #expect(bench.events(.itemFinished).isEmpty)
        #expect(await bench.nowPlaying().item?.id == 1)
    }

    @Test func tracksFollowEachOtherAtTheNewSpeed() async throws {
        let bench = try await playing([240_000, 480_000], queue: 2)
        await bench.advance(.milliseconds(3_500))
        // The second track is published already.
        _ = try await bench.zone.setRate(2_000)
        await bench.advance(.milliseconds(1_500))
        let now = await bench.nowPlaying()
        #expect(now.item?.id == 2)
        let heard = bench.frames(from: bench.now, count: 100).compactMap { $0?.frame }
        #expect(heard.count == 100 && zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 2 })
        #expect(bench.events(.itemStarted).count == 2)
    }

    @Test func aJointAndACutThatPassedWhileTheProcessStoodStillAreBothTold() async throws {
        let bench = try await playing([240_000, 240_000, 240_000], queue: 3)
        let start = bench.now
        await bench.advance(.milliseconds(4_970))
        // Heard a little behind the joint: the joint is of one generation, what follows the cut of another.
        _ = try await bench.zone.setRate(1_200)
        await bench.settle()
        bench.clock.now = start + .milliseconds(5_600)
        await bench.take(.tick)
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(bench.alarms.alarms.first?.isSetTo.map { $0 > bench.now } == true)
        await bench.advance(.seconds(4))
        let now = await bench.nowPlaying()
        #expect(now.item?.id == 3)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 2, 3])
        await expect(bench, track: 3, from: Int(now.positionMs) * 48, rate: 1_200, count: 1)
    }

    @Test func whereHardlyAnythingOfATrackIsLeftWhatFollowsIsToldAtOnce() async throws {
        let bench = try await playing([240_000, 240_000], queue: 2)
        await bench.advance(.milliseconds(4_920))
        _ = try await bench.zone.setRate(1_200)
        await bench.advance(.seconds(1))
        let now = await bench.nowPlaying()
        #expect(now.item?.id == 2 && now.ratePermille == 1_200)
        await expect(bench, track: 2, from: Int(now.positionMs) * 48, rate: 1_200, count: 3)
    }

    @Test func aPausedZoneRemembersAndGoesOnAtTheNewSpeed() async throws {
        let bench = try await playing([4_800_000])
        await bench.advance(.seconds(2))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        let place = await bench.nowPlaying().positionMs
        _ = try await bench.zone.setRate(2_000)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().positionMs == place)
        #expect(await bench.nowPlaying().ratePermille == 2_000)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        let now = await bench.nowPlaying()
        #expect(now.positionMs > place + 1_700 && now.positionMs <= place + 2_000)
        await expect(bench, track: 1, from: Int(now.positionMs) * 48, rate: 2_000, count: 1)
    }

    @Test func changesInQuickSuccessionEndAtTheLast() async throws {
        let bench = try await playing([9_600_000])
        await bench.advance(.seconds(1))
        for rate in [1_500, 2_000, 700, 3_000, 1_250] {
            _ = try await bench.zone.setRate(rate)
            await bench.advance(.milliseconds(17))
        }
        await bench.advance(.seconds(1))
        let now = await bench.nowPlaying()
        await expect(bench, track: 1, from: Int(now.positionMs) * 48, rate: 1_250, count: 1)
        await bench.advance(.seconds(1))
        #expect(abs(await bench.nowPlaying().positionMs - now.positionMs - 1_250) <= 1)
        #expect(bench.events(.itemStarted).count == 1)
    }

    @Test func theSpeedIsStored() async throws {
        let bench = ZoneBench([48_000])
        _ = try await bench.zone.setRate(1_250)
        _ = try await bench.zone.setReplayGain(.album)
        #expect(bench.keeper.kept.edits.contains(.rate(1_250)) && bench.keeper.kept.edits.contains(.replayGain(.album)))
        var stored = StoredZone(seed: 1)
        stored.ratePermille = 1_250
        stored.replayGain = .album
        let now = await ZoneBench([48_000], stored: stored).nowPlaying()
        #expect(now.ratePermille == 1_250 && now.replayGain == .album)
    }

    @Test(arguments: [0, 499, 3_001])
    func otherSpeedsAreRefused(rate: Int) async {
        let bench = ZoneBench([48_000])
        await #expect(throws: RPCError.self) { try await bench.zone.setRate(rate) }
    }

    @Test func aChangeOfLoudnessCutsOnlyWhereItIsHeard() async throws {
        var tags = ReplayGain()
        (tags.albumGain, tags.albumPeak) = (-6, 1)
        let bench = ZoneBench([4_800_000], replayGain: tags)
        try await bench.add(1)
        _ = try await bench.zone.setReplayGain(.track)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        let before = bench.board.revision
        // The track has the album's values alone: nothing changes.
        _ = try await bench.zone.setReplayGain(.album)
        await bench.advance(.milliseconds(500))
        #expect(bench.board.revision == before)
        _ = try await bench.zone.setReplayGain(.off)
        await bench.advance(.milliseconds(500))
        #expect(bench.board.revision > before)
        let now = await bench.nowPlaying()
        #expect(now.replayGain == .off)
        await expect(bench, track: 1, from: Int(now.positionMs) * 48, rate: 1_000, count: 1)
    }
}
