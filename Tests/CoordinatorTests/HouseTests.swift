import AudioCore
import ControlClient
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// The services of a whole house, called as rooms and remotes call them.
@Suite struct HouseTests {
    @Test func everyMethodIsServed() async throws {
        try await ServedHouse.with { client in
            #expect(await ServedHouse.code(client, .nowPlaying()) == .ok)
            #expect(await ServedHouse.code(client, .pause()) == .ok)
            #expect(await ServedHouse.code(client, .stop()) == .ok)
            #expect(await ServedHouse.code(client, .setMode(.loop)) == .ok)
            #expect(await ServedHouse.code(client, .rooms) == .ok)
            #expect(await ServedHouse.code(client, .clear()) == .ok)
            #expect(await ServedHouse.code(client, .play()) == .failedPrecondition)
            #expect(await ServedHouse.code(client, .play(zone: "attic")) == .notFound)
            #expect(await ServedHouse.code(client, .remove([5])) == .notFound)
            #expect(await ServedHouse.code(client, .move(5, to: 1)) == .notFound)
            #expect(await ServedHouse.code(client, .setMode(.unspecified)) == .invalidArgument)
            #expect(await ServedHouse.code(client, .add([])) == .invalidArgument)
            #expect(await ServedHouse.code(client, .seek(.absolute(.max))) == .outOfRange)
        }
    }

    @Test func theStatusTellsTheHouse() async throws {
        try await ServedHouse.with { client in
            let status = try await client(.status)
            #expect(status.version == "1.2.3")
            #expect(status.sessionId == 77)
            #expect(status.eventsPort == 7_701)
            #expect(status.leadNs == 2_000_000_000)
            #expect(status.presentLeadNs == 2_000_000_000)
            #expect(status.maximumLeadNs == 5_000_000_000)
            #expect(status.warnings.isEmpty)
        }
    }

    @Test func aRoomRegistersReportsAndLeaves() async throws {
        try await ServedHouse.with { client in
            let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", version: "9", protocolVersion: 1)
            let registered = try await client(ControlCall(Wire.RoomService.register, request))
            #expect(registered.sessionId == 77)
            #expect(registered.clockPort == 7_702)
            #expect(registered.audioPort == 7_703)
            #expect(registered.settings?.name == "Kitchen")
            let updated = try await client(
                .update(Wire.UpdateRoomRequest(room: "kitchen", hasMuted: true, muted: true))
            )
            #expect(updated.room?.muted == true)
            let report = Wire.ReportRequest(
                roomId: "k",
                sessionId: 77,
                state: .playing,
                settingsRevision: registered.settings?.revision ?? 0
            )
            let answer = try await client(ControlCall(Wire.RoomService.report, report))
            #expect(answer.settings?.muted == true)
            #expect(try await client(.rooms).rooms.map(\.connected) == [true])
            let leave = Wire.LeaveRequest(roomId: "k", sessionId: 77)
            _ = try await client(ControlCall(Wire.RoomService.leave, leave))
            #expect(try await client(.rooms).rooms.map(\.connected) == [false])
            _ = try await client(.forget(room: "Kitchen"))
            #expect(try await client(.rooms).rooms.isEmpty)
        }
    }

    @Test func aRoomsSoundAndItsZonesVolumeReachTheRoom() async throws {
        try await ServedHouse.with { client in
            let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", protocolVersion: 1)
            let registered = try await client(ControlCall(Wire.RoomService.register, request))
            #expect(registered.settings?.hasSoundSettings == true)
            #expect(registered.settings?.ceilingPercent == 100)
            #expect(registered.settings?.zoneVolumePercent == 100)
            var change = Wire.UpdateRoomRequest(room: "k", hasBalance: true, balance: -30, channels: .mono)
            change.hasCeiling = true
            change.ceilingPercent = 55
            change.hasPauseOnUnplug = true
            change.pauseOnUnplug = true
            let room = try await client(.update(change)).room
            #expect(room?.balance == -30)
            #expect(room?.channels == .mono)
            #expect(room?.ceilingPercent == 55)
            #expect(room?.pauseOnUnplug == true)
            #expect(try await client(.setVolume(40)).nowPlaying?.volumePercent == 40)
            #expect(await ServedHouse.code(client, .setVolume(101)) == .outOfRange)
            let report = Wire.ReportRequest(roomId: "k", sessionId: 77, settingsRevision: 1)
            let settings = try await client(ControlCall(Wire.RoomService.report, report)).settings
            #expect(settings?.zoneVolumePercent == 40)
            #expect(settings?.ceilingPercent == 55)
            #expect(settings?.balance == -30)
            #expect(settings?.effectiveTimeNs ?? 0 > 0)
            #expect(
                await ServedHouse.code(client, .update(.init(room: "k", hasBalance: true, balance: 101))) == .outOfRange
            )
        }
    }

    @Test func roomsOfAnotherSessionOrProtocolAreTold() async throws {
        try await ServedHouse.with { client in
            let report = Wire.ReportRequest(roomId: "k", sessionId: 76)
            #expect(await ServedHouse.code(client, ControlCall(Wire.RoomService.report, report)) == .notFound)
            let fetch = Wire.FetchPacketsRequest(roomId: "k", sessionId: 3, generation: 1)
            #expect(await ServedHouse.code(client, ControlCall(Wire.RoomService.fetchPackets, fetch)) == .notFound)
            let register = Wire.RegisterRequest(roomId: "k", protocolVersion: 99)
            #expect(
                await ServedHouse.code(client, ControlCall(Wire.RoomService.register, register)) == .failedPrecondition
            )
        }
    }

    @Test func packetsThatWereNeverMadeAreNoError() async throws {
        try await ServedHouse.with { client in
            let request = Wire.FetchPacketsRequest(sessionId: 77, generation: 5, firstSequence: 9, count: 4_000_000_000)
            let answer = try await client(ControlCall(Wire.RoomService.fetchPackets, request))
            #expect(answer.payloads.isEmpty)
        }
    }

    @Test func aRestoredHouseShowsWhatWasStored() async throws {
        var zone = StoredZone(seed: 1)
        zone.items = [QueueItem(id: ItemID(3), uri: "track:1", title: "One")]
        zone.order.current = ItemID(3)
        zone.transport = .playing
        zone.position = .milliseconds(700)
        let room = StoredRoom(id: "b", settings: RoomSettings(name: "Bath", volume: 12))
        try await ServedHouse.with(StoredState(zones: [zone], rooms: [room])) { client in
            let shown = try await client(.nowPlaying()).nowPlaying
            #expect(shown?.state == .paused)
            #expect(shown?.positionMs == 700)
            #expect(try await client(.rooms).rooms.map(\.volumePercent) == [12])
            #expect(try await client.wholeQueue().items.map(\.title) == ["One"])
        }
    }

    @Test func anEditMayBeForTheVersionOfAQueueThatIsNew() async throws {
        try await ServedHouse.with { client in
            #expect(try await client(.queue()).version == 0)
            #expect(await ServedHouse.code(client, .clear(ifVersion: 1)) == .aborted)
            let version = try await client(.clear(ifVersion: 0)).version
            #expect(await ServedHouse.code(client, .clear(ifVersion: 0)) == (version == 0 ? .ok : .aborted))
            // As callers that do not know the flag have it.
            let old = ControlCall(Wire.QueueService.clear, Wire.ClearRequest(expectedVersion: version + 1))
            #expect(await ServedHouse.code(client, old) == .aborted)
        }
    }
}
