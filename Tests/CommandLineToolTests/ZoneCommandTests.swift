import ControlClient
import RPC
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

    @Test(arguments: ["zones", "status", "doctor"])
    func commandsOfTheHouseRefuseAZone(_ command: String) {
        coordinator.on(Wire.HouseService.listZones) { _ in Wire.ListZonesResponse() }
        for line in [["--zone", "up", command], [command, "--zone=up"]] {
            let run = ToolRun(line, coordinator)
            #expect(run.code == 2)
            #expect(
                run.complaints == [
                    "tutti: --zone means nothing to ‘\(command)’: leave it out (see ‘tutti \(command) --help’)"
                ]
            )
        }
        #expect(ToolRun([command], coordinator, environment: ["TUTTI_ZONE": "up"]).code == 0)
        #expect(!ToolRun([command, "--help"]).output.text.contains("--zone"))
    }

    @Test func roomsOfAnUnknownZoneAreRefused() {
        coordinator.on(Wire.HouseService.listZones) { _ in
            Wire.ListZonesResponse(zones: [Wire.Zone(id: "d", name: "d")])
        }
        coordinator.on(Wire.PlayerService.getNowPlaying) { request in
            throw RPCError(.notFound, "there is no zone \"\(request.zone)\"")
        }
        let run = ToolRun(["rooms", "--zone", "x"], coordinator)
        #expect(run.code == 1 && run.complaints == ["tutti: there is no zone \"x\""])
        #expect(ToolRun(["rooms", "--zone", "D"], coordinator).code == 0)
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

    // MARK: Views of one zone

    private func told(_ revision: UInt64, _ kind: Wire.EventKind, zone: String, title: String) -> Wire.Event {
        var now = playing
        now.zone = zone
        now.item?.title = title
        return Wire.Event(revision: revision, sessionId: 9, kind: kind, zone: zone, nowPlaying: now, item: now.item)
    }

    private func sung(_ revision: UInt64, zone: String, _ words: String) -> Wire.Event {
        let line = Wire.LyricLine(timeMs: 63_000, text: words)
        return Wire.Event(
            revision: revision,
            sessionId: 9,
            kind: .lyricLine,
            zone: zone,
            item: silence,
            lyricCurrent: line
        )
    }

    /// The coordinator answers for the zone `up`, or without a name for the default one.
    private func serveTwoZones() {
        coordinator.on(Wire.PlayerService.getNowPlaying) { request in
            var now = playing
            now.zone = request.zone.isEmpty ? "default" : "z-up"
            return Wire.GetNowPlayingResponse(nowPlaying: now)
        }
        coordinator.on(Wire.PlayerService.getLyrics) { _ in
            Wire.GetLyricsResponse(itemId: 7, synchronized: true, lines: [Wire.LyricLine(timeMs: 90_000, text: "end")])
        }
        coordinator.on(Wire.PlayerService.getArtwork) { _ in Wire.GetArtworkResponse(mimeType: "image/png", image: [1])
        }
    }

    @Test func lyricsAndArtAreThoseOfTheZone() throws {
        serveTwoZones()
        _ = ToolRun(["lyrics", "--zone", "up"], coordinator)
        _ = ToolRun(["art", "--lyrics", "-o", "a.png", "--zone", "up"], coordinator)
        #expect(try coordinator.requests(Wire.PlayerService.getLyrics).map(\.zone) == ["up"])
        #expect(try coordinator.requests(Wire.PlayerService.getArtwork).map(\.zone) == ["up"])
    }

    @Test(arguments: [([], "down"), (["--zone", "up"], "up")])
    func followedLyricsAreThoseOfOneZone(options: [String], words: String) throws {
        serveTwoZones()
        let events = [sung(1, zone: "z-up", "up"), sung(2, zone: "default", "down")]
        let run = ToolRun(["lyrics", "--follow"] + options, coordinator, batches: [events])
        #expect(run.output.lines == ["1:03  \(words)"])
        #expect(try coordinator.requests(Wire.PlayerService.getLyrics).allSatisfy { $0.zone == options.last ?? "" })
    }

    @Test func theWatchedStateIsThatOfOneZone() {
        serveTwoZones()
        let events = [
            told(1, .nowPlaying, zone: "z-up", title: "Upstairs"),
            told(2, .nowPlaying, zone: "default", title: "Below"),
        ]
        let below = ToolRun(["now", "--watch"], coordinator, batches: [events]).output.text
        #expect(below.contains("Below") && !below.contains("Upstairs"))
        let above = ToolRun(["now", "--watch", "--zone", "up"], coordinator, batches: [events]).output.text
        #expect(above.contains("Upstairs") && !above.contains("Below"))
    }

    @Test func eventsAreOfAllZonesUnlessOneIsNamed() {
        serveTwoZones()
        let events = [
            told(1, .itemStarted, zone: "z-up", title: "Upstairs"),
            told(2, .itemStarted, zone: "default", title: "Below"),
            sung(3, zone: "default", "words"),
        ]
        let all = ToolRun(["events"], coordinator, batches: [events]).output.text
        #expect(all.contains("Upstairs") && all.contains("Below") && all.contains("words"))
        let above = ToolRun(["events", "--zone", "up"], coordinator, batches: [events]).output.text
        #expect(above.contains("Upstairs") && !above.contains("Below") && !above.contains("words"))
    }

    @Test func progressIsWorkedOutForEachZone() {
        serveTwoZones()
        let events = [
            told(3, .progress, zone: "default", title: "Below"), told(4, .progress, zone: "z-up", title: "Above"),
        ]
        let run = ToolRun(["events", "--every", "0.5", "--json"], coordinator, batches: [events, []])
        let progress = run.output.lines.filter { $0.contains(#""kind":"progress""#) }
        #expect(progress.contains { $0.contains(#""zone":"default""#) && $0.contains("Below") })
        #expect(progress.contains { $0.contains(#""zone":"z-up""#) && $0.contains("Above") })
        #expect(!progress.contains { $0.contains(#""zone":"default""#) && $0.contains("Above") })
    }
}
