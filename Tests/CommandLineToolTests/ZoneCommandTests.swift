import ControlClient
import Testing
import WireFormat

@testable import CommandLineTool

@Suite struct ZoneCommandTests {
    private let coordinator = FakeCoordinator()

    @Test func everyCallOfAZoneNamesIt() throws {
        coordinator.on(Wire.PlayerService.pause) { _ in Wire.TransportResponse() }
        coordinator.on(Wire.PlayerService.setVolume) { _ in Wire.TransportResponse() }
        coordinator.on(Wire.QueueService.list) { _ in Wire.ListResponse() }
        _ = ToolRun(["pause", "--zone", "up"], coordinator)
        _ = ToolRun(["--zone", "up", "volume", "30"], coordinator)
        _ = ToolRun(["queue"], coordinator, environment: ["TUTTI_ZONE": "attic"])
        #expect(try coordinator.requests(Wire.PlayerService.pause).map(\.zone) == ["up"])
        let volume = try coordinator.requests(Wire.PlayerService.setVolume).first
        #expect(volume?.zone == "up" && volume?.volumePercent == 30)
        #expect(try coordinator.requests(Wire.QueueService.list).map(\.zone) == ["attic"])
    }

    @Test func onlyCallsOfZonesAreChanged() {
        let inspect = ControlCall(Wire.PlayerService.inspectTracks, Wire.InspectTracksRequest(uris: ["a"]))
        #expect(inspect.inZone("up").payload == inspect.payload)
        #expect(ControlCall.rooms.inZone("up").payload.isEmpty)
        #expect(ControlCall.pause().inZone("").payload.isEmpty)
    }

    @Test func zonesAreMadeRenamedAndDeleted() throws {
        let zone = Wire.Zone(id: "up", name: "up", volumePercent: 100)
        coordinator.on(Wire.HouseService.createZone) { _ in Wire.CreateZoneResponse(zone: zone) }
        coordinator.on(Wire.HouseService.renameZone) { _ in Wire.RenameZoneResponse(zone: zone) }
        coordinator.on(Wire.HouseService.deleteZone) { _ in Wire.DeleteZoneResponse() }
        let created = ToolRun(["zone", "up", "create"], coordinator)
        #expect(created.output.text == "up: stopped, volume 100, 0 rooms, 0 tracks\n")
        _ = ToolRun(["zone", "up", "rename", "attic"], coordinator)
        #expect(try coordinator.requests(Wire.HouseService.renameZone).map(\.name) == ["attic"])
        let deleted = ToolRun(["zone", "up", "delete", "--json"], coordinator)
        #expect(deleted.output.text == #"{"zone":"up","deleted":true}"# + "\n")
        #expect(ToolRun(["zone", "up", "rename"], coordinator).code == 2)
        #expect(ToolRun(["zone", "up", "create", "x"], coordinator).code == 2)
    }

    @Test func roomsShowTheNamesOfTheirZones() {
        var bath = Wire.Room(id: "b", name: "Bath", zone: "up")
        bath.connected = true
        let rooms = [bath, Wire.Room(id: "k", name: "Kitchen", zone: "default")]
        coordinator.on(Wire.HouseService.listRooms) { _ in Wire.ListRoomsResponse(rooms: rooms) }
        coordinator.on(Wire.HouseService.listZones) { _ in
            Wire.ListZonesResponse(zones: [
                Wire.Zone(id: "default", name: "default", isDefault: true), Wire.Zone(id: "up", name: "Attic"),
            ])
        }
        let all = ToolRun(["rooms"], coordinator).output.text
        #expect(all.contains("ZONE") && all.contains("Attic") && all.contains("default"))
        let some = ToolRun(["rooms", "--zone", "ATTIC", "--json"], coordinator).output.text
        #expect(some.contains(#""zone":"Attic""#) && !some.contains("Kitchen"))
    }

    @Test(arguments: [
        (["balance", "-40"], Wire.UpdateRoomRequest(room: "k", hasBalance: true, balance: -40)),
        (["channels", "mono"], Wire.UpdateRoomRequest(room: "k", channels: .mono)),
        (["ceiling", "70"], Wire.UpdateRoomRequest(room: "k", hasCeiling: true, ceilingPercent: 70)),
        (["pause-on-unplug", "on"], Wire.UpdateRoomRequest(room: "k", hasPauseOnUnplug: true, pauseOnUnplug: true)),
        (["zone", "up"], Wire.UpdateRoomRequest(room: "k", hasZone: true, zone: "up")),
    ])
    func aRoomsSettingsAreSent(words: [String], expected: Wire.UpdateRoomRequest) throws {
        coordinator.on(Wire.HouseService.updateRoom) { _ in Wire.UpdateRoomResponse() }
        _ = ToolRun(["room", "k"] + words, coordinator)
        #expect(try coordinator.requests(Wire.HouseService.updateRoom) == [expected])
    }
}
