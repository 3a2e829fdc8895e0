import AudioCore
import ControlClient
import LinuxSystem
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Zones of a house that come and go while it is served.
@Suite struct ZonesTests {
    private static func register(_ client: HouseClient, _ id: String) async throws -> Wire.RegisterResponse {
        let request = Wire.RegisterRequest(roomId: id, name: id, protocolVersion: 1, capabilities: ["opus", "zones"])
        return try await client(ControlCall(Wire.RoomService.register, request))
    }

    private static func report(_ client: HouseClient, _ id: String) async throws -> Wire.ReportResponse {
        let request = Wire.ReportRequest(
            roomId: id,
            sessionId: 77,
            settingsRevision: 100,
            neededCommandLeadNs: 30_000_000
        )
        return try await client(ControlCall(Wire.RoomService.report, request))
    }

    private static func move(_ client: HouseClient, _ room: String, to zone: String) async throws -> Wire.Room? {
        var request = Wire.UpdateRoomRequest(room: room)
        request.hasZone = true
        request.zone = zone
        return try await client(.update(request)).room
    }

    @Test func zonesAreMadeRenamedAndDeleted() async throws {
        try await ServedHouse.with { client in
            let zone = try await client(.createZone(" Upstairs ")).zone
            #expect(zone?.name == "Upstairs")
            #expect(zone?.volumePercent == 100)
            #expect(zone?.isDefault == false)
            #expect(try await client(.zones).zones.map(\.name) == ["default", "Upstairs"])
            #expect(try await client(.zones).zones.map(\.isDefault) == [true, false])
            #expect(await ServedHouse.code(client, .createZone("UPSTAIRS")) == .alreadyExists)
            #expect(await ServedHouse.code(client, .createZone("")) == .invalidArgument)
            #expect(await ServedHouse.code(client, .renameZone("attic", to: "x")) == .notFound)
            #expect(await ServedHouse.code(client, .renameZone("upstairs", to: "Default")) == .alreadyExists)
            let renamed = try await client(.renameZone("upstairs", to: "Attic")).zone
            #expect(renamed?.name == "Attic")
            #expect(renamed?.id == zone?.id)
            // The id goes on naming it.
            #expect(await ServedHouse.code(client, .nowPlaying(zone: "Upstairs")) == .ok)
            #expect(await ServedHouse.code(client, .nowPlaying(zone: "attic")) == .ok)
            #expect(await ServedHouse.code(client, .createZone("upstairs")) == .alreadyExists)
            #expect(await ServedHouse.code(client, .deleteZone("default")) == .failedPrecondition)
            #expect(await ServedHouse.code(client, .deleteZone("")) == .invalidArgument)
            _ = try await client(.deleteZone("ATTIC"))
            #expect(try await client(.zones).zones.map(\.name) == ["default"])
            #expect(await ServedHouse.code(client, .nowPlaying(zone: "attic")) == .notFound)
            #expect(await ServedHouse.code(client, .createZone("Upstairs")) == .ok)
        }
    }

    @Test func thereIsABoundToZones() async throws {
        try await ServedHouse.with { client in
            for number in 1..<ZoneTable.maximumZones { _ = try await client(.createZone("zone \(number)")) }
            #expect(await ServedHouse.code(client, .createZone("one more")) == .resourceExhausted)
            _ = try await client(.deleteZone("zone 7"))
            #expect(await ServedHouse.code(client, .createZone("one more")) == .ok)
        }
    }

    @Test func everyZoneHasAQueueAVolumeAndAPortOfItsOwn() async throws {
        try await ServedHouse.with { client in
            _ = try await client(.createZone("up"))
            _ = try await client(.setMode(.loop, zone: "up"))
            _ = try await client(.setVolume(30, zone: "up"))
            #expect(try await client(.nowPlaying(zone: "up")).nowPlaying?.mode == .loop)
            #expect(try await client(.nowPlaying()).nowPlaying?.mode == .off)
            #expect(try await client(.nowPlaying()).nowPlaying?.volumePercent == 100)
            let first = try await Self.register(client, "k")
            #expect(first.zone == "default")
            #expect(first.audioPort == 7_703)
            #expect(first.settings?.audioPort == 7_703)
            #expect(try await Self.move(client, "k", to: "UP")?.zone == "up")
            let report = try await Self.report(client, "k")
            #expect(report.zone == "up")
            #expect(report.audioPort == 7_704)
            let second = try await Self.register(client, "k")
            #expect(second.zone == "up")
            #expect(second.audioPort == 7_704)
            #expect(second.settings?.zoneVolumePercent == 30)
            #expect(try await client(.zones).zones.map(\.roomsConnected) == [0, 1])
        }
    }

    @Test func theCommandLeadIsThatOfTheZonesOwnRooms() async throws {
        try await ServedHouse.with { client in
            _ = try await client(.createZone("up"))
            _ = try await Self.register(client, "k")
            _ = try await Self.report(client, "k")
            let now = ManualClock().now
            func lead(_ zone: String) async throws -> Interval {
                let time = try await client(.setVolume(50, zone: zone)).effectiveTimeNs
                return Interval(nanoseconds: time - now.nanoseconds)
            }
            #expect(try await lead("") == .milliseconds(30))
            #expect(try await lead("up") == CommandLead.withoutRooms)
            _ = try await Self.register(client, "h")
            _ = try await Self.move(client, "h", to: "up")
            #expect(try await lead("") == .milliseconds(30))
            #expect(try await lead("up") == CommandLead.unknown)
        }
    }

    @Test func aRoomThatCannotChangeOverIsToldToRegisterAgain() async throws {
        try await ServedHouse.with { client in
            _ = try await client(.createZone("up"))
            let old = Wire.RegisterRequest(roomId: "k", name: "k", protocolVersion: 1, capabilities: ["opus"])
            _ = try await client(ControlCall(Wire.RoomService.register, old))
            _ = try await Self.report(client, "k")
            _ = try await Self.move(client, "k", to: "up")
            let report = Wire.ReportRequest(roomId: "k", sessionId: 77)
            #expect(await ServedHouse.code(client, ControlCall(Wire.RoomService.report, report)) == .notFound)
            #expect(try await client(ControlCall(Wire.RoomService.register, old)).audioPort == 7_704)
            #expect(await ServedHouse.code(client, ControlCall(Wire.RoomService.report, report)) == .ok)
        }
    }

    @Test func aDeletedZonesRoomsComeToTheDefaultZone() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            _ = try await client(.createZone("up"))
            _ = try await Self.register(client, "k")
            _ = try await Self.move(client, "k", to: "up")
            _ = try await client(.deleteZone("up"))
            #expect(try await client(.rooms).rooms.map(\.zone) == ["default"])
            #expect(try await Self.report(client, "k").audioPort == 7_703)
        }
        #expect(store.kept.rooms.map(\.zone) == ["default"])
        #expect(store.kept.zones.map(\.id) == ["default"])
    }

    @Test func zonesAndTheirRoomsSurviveARestart() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            _ = try await client(.createZone("up"))
            _ = try await client(.createZone("garden"))
            _ = try await client(.renameZone("up", to: "Attic"))
            _ = try await client(.setVolume(33, zone: "attic"))
            _ = try await Self.register(client, "k")
            _ = try await Self.move(client, "k", to: "attic")
        }
        try await ServedHouse.with(store) { client, _ in
            let zones = try await client(.zones).zones.sorted { $0.name < $1.name }
            #expect(zones.map(\.name) == ["Attic", "default", "garden"])
            #expect(zones.map(\.volumePercent) == [33, 100, 100])
            let room = try await Self.register(client, "k")
            #expect(room.zone == "up")
            #expect(room.settings?.zoneVolumePercent == 33)
        }
    }

    @Test func aRoomOfAZoneThatIsGoneComesToTheDefaultZone() async throws {
        let room = StoredRoom(id: "b", settings: RoomSettings(name: "Bath"), zone: "cellar")
        try await ServedHouse.with(StoredState(rooms: [room])) { client in
            let rooms = try await client(.rooms).rooms
            #expect(rooms.map(\.zone) == ["default"])
            #expect(try await Self.register(client, "b").audioPort == 7_703)
        }
    }

    @Test func theClockTellsEachZonesOwnRevision() async throws {
        try await ServedHouse.with(HouseStore()) { client, house in
            _ = try await client(.createZone("up"))
            let before = house.revisions.revision(port: 0)
            _ = try await client(.stop(zone: "up"))
            #expect(house.revisions.revision(port: 0) == before)
            #expect(house.revisions.revision(port: 7_703) == before)
            #expect(house.revisions.revision(port: 9_999) == 0)
            _ = try await client(.deleteZone("up"))
            #expect(house.revisions.revision(port: 7_704) == 0)
        }
    }
}

@Suite struct TimelineRevisionsTests {
    @Test func slotsAreTakenPostedAndFreed() {
        let revisions = TimelineRevisions()
        let first = revisions.slot(port: 7_703)
        let second = revisions.slot(port: 7_704)
        first?.post(5)
        second?.post(1 << 32 | 9)
        #expect(revisions.revision(port: 0) == 5)
        #expect(revisions.revision(port: 7_703) == 5)
        #expect(revisions.revision(port: 7_704) == 9)
        second?.release()
        #expect(revisions.revision(port: 7_704) == 0)
        revisions.slot(port: 7_800)?.post(2)
        #expect(revisions.revision(port: 7_800) == 2)
        #expect(revisions.revision(port: 0) == 5)
        // Who had the slot, or the port, cannot write there any more.
        second?.post(11)
        #expect(revisions.revision(port: 7_704) == 0)
        revisions.slot(port: 7_704)?.post(3)
        second?.post(12)
        second?.release()
        #expect(revisions.revision(port: 7_800) == 2)
        #expect(revisions.revision(port: 7_704) == 3)
    }

    @Test func nobodyIsToldOfAZoneBeforeItIsStored() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            let (entered, gate) = try store.holdZones()
            async let creation = client(.createZone("up"))
            for await _ in entered { break }
            #expect(try await client(.zones).zones.map(\.id) == ["default"])
            #expect(await ServedHouse.code(client, .createZone("UP")) == .alreadyExists)
            #expect(await ServedHouse.code(client, .renameZone("default", to: "up")) == .alreadyExists)
            gate.signal()
            _ = try await creation
            #expect(try await client(.zones).zones.map(\.id) == ["default", "up"])
        }
    }
}
