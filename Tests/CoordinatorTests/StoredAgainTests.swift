import AudioCore
import ControlClient
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// What could not be stored is stored once the disk takes it again.
@Suite struct StoredAgainTests {
    @Test(.timeLimit(.minutes(1))) func byItselfAfterGrowingPauses() async throws {
        let bench = ZoneBench([480_000])
        let (zone, keeper) = (bench.zone, bench.keeper)
        let alarm = try #require(bench.alarms.alarms.first)
        async let served: Void = zone.run()
        keeper.fails = true
        _ = try? await zone.add([NewItem(uri: "track:1")], at: .end, expectedVersion: nil)
        for (count, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
            let failed = bench.now
            #expect(keeper.kept.tries == count + 1)
            // The timeline is repeated meanwhile, as always.
            while bench.now < failed + .seconds(Double(seconds)) {
                #expect(keeper.kept.tries == count + 1)
                bench.clock.now = try #require(alarm.isSetTo)
                await zone.take(.tick)
            }
            #expect(bench.now == failed + .seconds(Double(seconds)))
            while keeper.kept.tries == count + 1 { await Task.yield() }
            while await zone.saving.isUnderWay { await Task.yield() }
        }
        keeper.fails = false
        bench.clock.now = bench.now + .seconds(30)
        await zone.take(.tick)
        while keeper.kept.whole == nil { await Task.yield() }
        #expect(keeper.kept.whole?.items.count == 1)
        while await !zone.storeWarning.isEmpty { await Task.yield() }
        // Nothing is tried any more, and edits are edits again.
        let tries = keeper.kept.tries
        bench.clock.now = bench.now + .seconds(60)
        await zone.take(.tick)
        _ = try await zone.add([NewItem(uri: "track:1")], at: .end, expectedVersion: nil)
        #expect(keeper.kept.tries == tries + 1)
        #expect(!keeper.kept.edits.isEmpty)
        zone.beginGracefulShutdown()
        await served
    }

    @Test func theFirstEditOfAZoneThatCouldNotBeStoredStoresIt() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            store.failsZones = true
            #expect(await ServedHouse.code(client, .createZone("up")) == .dataLoss)
            let zones = try await client(.zones).zones.map(\.id)
            #expect(zones == ["default", "up"])
            #expect(store.kept.zones.map(\.id) == ["default"])
            store.failsZones = false
            #expect(await ServedHouse.code(client, .renameZone("up", to: "loft")) == .ok)
        }
        #expect(store.kept.zones.map(\.id) == ["default", "up"])
        #expect(store.kept.zones.last?.name == "loft")
    }
}
