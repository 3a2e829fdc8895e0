import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Tracks that come over a network, slowly or not at all, among others.
@Suite struct SlowSuccessorTests {
    private let startTime = SlowZone.startTime
    private let second = SlowZone.second

    @Test func whatPlaysFallsSilentForASlowTrack() async throws {
        let bench = try await SlowZone.playing(9, 1)
        await bench.advance(.seconds(1))
        #expect(bench.heard?.track == 9)
        try await bench.transport(.next)
        await bench.advance(startTime)
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .buffering)
        try await bench.transport(.previous)
        await bench.advance(startTime)
        #expect(bench.heard?.track == 9)
        // It is opened again, to follow.
        #expect(bench.opener.network[1].open == 1)
        #expect(bench.opener.network[1].loads == 3)
    }

    @Test func aSlowTrackIsOpenedAheadAndFollowsWithoutAGap() async throws {
        let bench = try await SlowZone.playing(9, 1)
        await bench.advance(startTime + .seconds(1))
        #expect(bench.opener.network[1].loads == 1)
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.ready, .loading])
        await SlowZone.arrive(1, 10, bench)
        let heard = await SlowZone.listen(bench, for: .milliseconds(11_000))
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.ready, .ready])
        #expect(!heard.contains(.silence))
        #expect(heard.last?.track == 1)
        #expect(await bench.nowPlaying().item?.id == 2)
    }

    @Test func aSlowTrackThatIsLateIsWaitedForAtTheJoint() async throws {
        let bench = try await SlowZone.playing(9, 1)
        var heard = await SlowZone.listen(bench, for: .seconds(12))
        #expect(heard.last == .silence)
        #expect(heard.contains { $0.track == 9 && $0.frame > 10 * second - 481 })
        #expect(await bench.nowPlaying().state == .buffering)
        await SlowZone.arrive(1, 6, bench)
        heard = await SlowZone.listen(bench, for: .seconds(1))
        // The last packet's rest of the track before comes first.
        #expect(heard.first { $0.track == 1 }.map { $0.frame < 962 } == true)
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 2])
    }

    @Test func aSlowTrackThatIsPutNextInsideTheLeadIsHeardAfterTheJoint() async throws {
        let bench = try await SlowZone.playing(9, 8)
        await bench.advance(.milliseconds(9_000))
        try await bench.add(1, at: .next)
        await bench.advance(.milliseconds(1_500))
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .buffering)
        await SlowZone.arrive(1, 10, bench)
        await bench.advance(.milliseconds(500))
        #expect(bench.heard?.track == 1)
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test func whatCannotBeLoadedIsPassedOver() async throws {
        let bench = try await SlowZone.bench(slow: 1, 2, 3)
        for number in [1, 2, 3] { bench.opener.network[number].failure = AudioError(.notFound, "no \(number)") }
        try await bench.add(1, 9, 2, 3, 8)
        try await bench.transport(.play)
        await bench.advance(startTime + .milliseconds(100))
        #expect(bench.heard?.track == 9)
        let heard = await SlowZone.listen(bench, for: .seconds(11))
        #expect(!heard.contains(.silence))
        #expect(heard.last?.track == 8)
        #expect(bench.events(.itemFailed).compactMap(\.item?.error) == ["no 1", "no 2", "no 3"])
    }

    @Test func aQueueOfNothingButFailuresEndsWithTheReason() async throws {
        let bench = try await SlowZone.playing(1)
        await bench.advance(.seconds(1))
        bench.opener.network[1].failure = AudioError(.notFound, "its server does not have it")
        await bench.settle()
        let shown = await bench.nowPlaying()
        #expect(shown.state == .stopped)
        #expect(shown.error == "its server does not have it")
        _ = try await bench.zone.edit(.clear, expectedVersion: nil)
        #expect(await bench.nowPlaying().error.isEmpty)
    }

    @Test func aTrackThatFailsWhileItIsHeardEndsWithTheReason() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 5, bench)
        await bench.advance(.seconds(2))
        bench.opener.network[1].failure = AudioError(.unavailable, "it has changed on its server")
        await bench.advance(.seconds(10))
        let shown = await bench.nowPlaying()
        #expect(shown.state == .stopped)
        #expect(shown.error == "it has changed on its server")
    }
}
