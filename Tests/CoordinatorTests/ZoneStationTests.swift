import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Stations: what comes live over a network.
@Suite struct ZoneStationTests {
    /// A zone that has been told to play one.
    private func station() async throws -> ZoneBench {
        let bench = try await SlowZone.bench(slow: 1)
        bench.opener.network[1].isLive = true
        try await bench.add(1)
        try await bench.transport(.play)
        return bench
    }

    @Test func aPausedStationGoesOnWithThePresent() async throws {
        let bench = try await station()
        await SlowZone.arrive(1, 20, bench)
        await bench.advance(.seconds(3))
        #expect(await bench.nowPlaying().item?.isLive == true)
        await #expect(throws: RPCError.self) { try await bench.transport(.seekBy(.seconds(-15))) }
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        #expect(bench.opener.network[1].open == 0)
        try await bench.transport(.play)
        await bench.advance(.milliseconds(200))
        #expect(bench.heard?.track == 1)
        #expect(bench.opener.network[1].loads == 2)
        #expect(await bench.nowPlaying().state == .playing)
    }

    @Test func aStationPlaysAtItsOwnSpeedAndRefusesAnother() async throws {
        let bench = try await station()
        await SlowZone.arrive(1, 20, bench)
        await bench.advance(.seconds(3))
        let refused = await #expect(throws: RPCError.self) { try await bench.zone.setRate(1_500) }
        #expect(refused?.code == .failedPrecondition && refused?.message.contains("station") == true)
        #expect(try await bench.zone.setRate(1_000).nowPlaying?.ratePermille == 1_000)
        try await bench.transport(.stop)
        #expect(try await bench.zone.setRate(1_500).nowPlaying?.ratePermille == 1_500)
    }

    @Test func aStationsTitleIsShownWhenItIsHeard() async throws {
        let bench = try await station()
        bench.opener.network[1].title = "One"
        await SlowZone.arrive(1, 20, bench)
        await bench.advance(.milliseconds(500))
        #expect(await bench.nowPlaying().streamTitle == "One")
        bench.opener.network[1].title = "Two"
        await bench.advance(.milliseconds(1_500))
        // It is in the stream already, and not heard yet.
        #expect(await bench.nowPlaying().streamTitle == "One")
        await bench.advance(.milliseconds(1_000))
        #expect(await bench.nowPlaying().streamTitle == "Two")
        #expect(bench.events(.nowPlaying).compactMap(\.nowPlaying?.streamTitle).last == "Two")
        bench.opener.network[1].trouble = "its server is gone; trying again"
        await bench.advance(.seconds(2))
        #expect(await bench.nowPlaying().error == "its server is gone; trying again")
    }

    @Test func aStationThatLeavesTheListIsForgotten() {
        var info = TrackInfo(sampleRate: .stream, channels: 2)
        info.isLive = true
        var supply = ZoneSupply()
        for id in 1...3 as ClosedRange<UInt64> { supply.opened(ItemID(id), info) }
        supply.take(.removed([ItemID(2)]))
        #expect(supply.live == [ItemID(1), ItemID(3)])
        supply.take(.cleared)
        #expect(supply.live.isEmpty)
    }

    @Test func whatPlaysForYearsGoesOnInAnotherGeneration() async throws {
        let bench = try await SlowZone.bench()
        bench.engine.maximumPackets = 400
        try await bench.add(1)
        try await bench.transport(.play)
        await bench.advance(.seconds(5))
        let first = try #require(bench.stream.timeline.spans.last?.generation)
        let place = await bench.nowPlaying().positionMs
        await bench.advance(.seconds(5))
        #expect(bench.stream.timeline.spans.last.map { $0.generation > first } == true)
        #expect(bench.heard?.track == 1)
        let passed = await bench.nowPlaying().positionMs - place
        #expect((4_500...5_000).contains(passed))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        try await bench.transport(.play)
        await bench.advance(.seconds(9))
        #expect(bench.heard?.track == 1)
        #expect(await bench.nowPlaying().state == .playing)
    }
}
