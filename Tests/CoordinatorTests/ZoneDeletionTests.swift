import AudioCore
import ControlClient
import LinuxSystem
import PlaybackCore
import RPC
import Synchronization
import Testing
import WireFormat

@testable import Coordinator

/// What happens while a zone is being deleted, and what is left of it.
@Suite struct ZoneDeletionTests {
    @Test func aNameIsFreeAgainOnceItsZoneIsGone() async throws {
        let store = HouseStore()
        let (entered, gate) = try store.holdRemovals()
        try await ServedHouse.with(store) { client, _ in
            _ = try await client(.createZone("up"))
            async let deletion = client(.deleteZone("up"))
            for await _ in entered { break }
            #expect(await ServedHouse.code(client, .createZone("UP")) == .alreadyExists)
            #expect(await ServedHouse.code(client, .deleteZone("up")) == .notFound)
            gate.signal()
            _ = try await deletion
            #expect(await ServedHouse.code(client, .createZone("up")) == .ok)
        }
        #expect(store.kept.zones.map(\.id) == ["default", "up"])
    }

    @Test func aZoneEndsAlsoWhereItsRoomsCannotBeStored() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            _ = try await client(.createZone("up"))
            let request = Wire.RegisterRequest(roomId: "k", name: "k", protocolVersion: 1, capabilities: ["zones"])
            _ = try await client(ControlCall(Wire.RoomService.register, request))
            var move = Wire.UpdateRoomRequest(room: "k")
            move.hasZone = true
            move.zone = "up"
            _ = try await client(.update(move))
            store.failsRooms = true
            #expect(await ServedHouse.code(client, .deleteZone("up")) == .dataLoss)
            store.failsRooms = false
            #expect(try await client(.zones).zones.map(\.id) == ["default"])
            #expect(try await client(.rooms).rooms.map(\.zone) == ["default"])
            #expect(await ServedHouse.code(client, .createZone("up")) == .ok)
            _ = try await client(.deleteZone("up"))
        }
        #expect(store.kept.zones.map(\.id) == ["default"])
    }

    @Test func aZoneThatHasEndedTakesNoCommands() async throws {
        let bench = ZoneBench([480_000])
        try await bench.add(1)
        try await bench.transport(.play)
        await bench.zone.finish()
        let revision = bench.board.revision
        let edits = bench.keeper.kept.edits.count
        await #expect(throws: RPCError.self) { try await bench.transport(.next) }
        await #expect(throws: RPCError.self) { try await bench.zone.setVolume(3) { _ in } }
        await #expect(throws: RPCError.self) { try await bench.zone.setRate(1_500) }
        let error = await #expect(throws: RPCError.self) { try await bench.zone.rename("x") }
        #expect(error?.code == .notFound)
        bench.clock.now = bench.now + .seconds(5)
        await bench.zone.take(.tick)
        #expect(await bench.nowPlaying().volumePercent == 100)
        #expect(bench.board.revision == revision)
        #expect(bench.keeper.kept.edits.count == edits)
    }

    @Test func whatADeletedZoneWantedToKnowIsForgotten() throws {
        let probe = try MetadataProbe(opener: TaggedOpener([]))
        let (gone, other) = (ZoneInbox(), ZoneInbox())
        let requests = (1...3).map { ProbeRequest(item: ItemID($0), uri: "track:\($0)") }
        probe.enqueue(requests, for: gone)
        probe.enqueue(Array(requests.prefix(1)), for: other)
        probe.forget(gone)
        #expect(probe.waitingZones == [other.id])
    }

    @Test func noTwoZonesHaveASerialInCommon() {
        let all = ZoneFactory.serials
        #expect(ZoneFactory.freeSerial(from: 5, taken: []) == 5)
        #expect(ZoneFactory.freeSerial(from: 5, taken: [5, 6, 8]) == 7)
        #expect(ZoneFactory.freeSerial(from: all - 1, taken: [all - 1, 0, 1]) == 2)
        #expect(ZoneFactory.freeSerial(from: 5, taken: Set(0..<all)) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func aZoneThatCannotBeServedLeavesTheOthersAlone() async throws {
        let store = HouseStore()
        // That of the house itself, of the default zone, and no other.
        let made = Mutex(0)
        let isEnough: @Sendable () -> Bool = {
            made.withLock { made in
                made += 1
                return made > 2
            }
        }
        try await ServedHouse.with(
            store,
            makeEncoder: { () throws(AudioError) in
                if isEnough() { throw AudioError(.internal, "no memory") }
                return ShortEncoder()
            },
            { client, _ in
                _ = try? await client(.createZone("up"))
                // Its thread makes its encoder.
                while try await client(.zones).zones.count > 1 || store.kept.zones.count > 1 { await Task.yield() }
                _ = try await client(.setVolume(30))
            }
        )
        #expect(store.kept.zones.map(\.volume) == [30])
    }
}
