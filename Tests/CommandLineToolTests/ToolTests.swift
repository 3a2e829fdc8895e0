import AudioCore
import CommandLineTool
import ControlClient
import OptionParsing
import RPC
import Testing
import WireFormat

@Suite struct ToolTests {
    @Test(arguments: [
        ([], "no command is given; give one, as in ‘tutti play’ (see ‘tutti --help’)"),
        (["plya"], "unknown command ‘plya’; did you mean ‘play’? (see ‘tutti --help’)"),
        (["--wacth", "now"], "unknown option ‘--wacth’; did you mean ‘--watch’? (see ‘tutti --help’)"),
        (["now", "--wacth"], "unknown option ‘--wacth’; did you mean ‘--watch’? (see ‘tutti now --help’)"),
        (["add"], "FILE is missing; give: tutti add [OPTIONS] FILE... (see ‘tutti add --help’)"),
        (
            ["seek", "1:75"],
            "TIME: ‘1:75’ is not a time; give one such as 1:30, 90, +15 or -0:30 (see ‘tutti seek --help’)"
        ),
        (
            ["mode", "lop"],
            "MODE: ‘lop’ is none of off, loop, shuffle, one; did you mean ‘loop’? (see ‘tutti mode --help’)"
        ),
        (["previous"], "unknown command ‘previous’; did you mean ‘prev’? (see ‘tutti --help’)"),
        (["volume", "+5"], "VOLUME: ‘+5’ has a sign; give a number from 0 to 100 (see ‘tutti volume --help’)"),
        (["rate", "+0.5"], "RATE: ‘+0.5’ has a sign; give a number from 0.5 to 3 (see ‘tutti rate --help’)"),
        (["remove", "x"], "ID: ‘x’ is not a whole number; give one from 1 on (see ‘tutti remove --help’)"),
        (
            ["completions"],
            "SHELL is missing; give: tutti completions [OPTIONS] (bash|zsh|fish|rooms|zones) "
                + "(see ‘tutti completions --help’)"
        ),
        (["play", "0"], "INDEX: 0 is out of range; give a number from 1 to 1000000 (see ‘tutti play --help’)"),
        (
            ["play", "2", "--id", "7"],
            "--id and INDEX both choose a track; give one of them (see ‘tutti play --help’)"
        ),
        (
            ["room", "k", "delay", "x"],
            "delay: ‘x’ is not a number; give one from -2000 to 2000 ms (see ‘tutti room --help’)"
        ),
        (["room", "k", "volume"], "volume needs a value, as in ‘tutti room NAME volume 50’ (see ‘tutti room --help’)"),
        (["room", "k", "mute", "2"], "‘2’ is one operand too many: mute takes none (see ‘tutti room --help’)"),
        (
            ["-c", "[::1", "now"],
            "--coordinator: ‘[::1’ is not an address: the closing ] is missing (see ‘tutti now --help’)"
        ),
    ])
    func senselessCommandLinesEndWithTwo(_ arguments: [String], _ message: String) {
        let run = ToolRun(arguments)
        #expect(run.code == 2)
        #expect(run.complaints == ["tutti: \(message)"])
        #expect(run.output.text.isEmpty)
    }

    @Test func optionsStandBeforeOrAfterTheCommand() {
        let before = ToolRun(["--json", "now"]).output.text
        #expect(before == ToolRun(["now", "--json"]).output.text)
        #expect(before.hasPrefix(#"{"state":"playing","item":{"id":7,"title":"Silence""#))
    }

    @Test func unreachableCoordinatorEndsWithThree() {
        let run = ToolRun(["pause"], nil, environment: ["TUTTI_COORDINATOR": "localhost:7800"])
        #expect(run.code == 3)
        #expect(run.complaints.count == 1)
        #expect(run.complaints[0].hasPrefix("tutti: cannot connect to localhost:7800: nobody there"))
    }

    @Test func leavingTheMachineInClearIsRefused() {
        let run = ToolRun(["-c", "192.168.1.2", "pause"])
        #expect(run.code == 1)
        #expect(run.complaints[0].contains("--insecure"))
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.pause) { _ in Wire.TransportResponse(nowPlaying: playing) }
        #expect(ToolRun(["pause", "--insecure", "-c192.168.1.2"], coordinator).code == 0)
    }

    @Test func whatTheCoordinatorRefusesEndsWithOne() {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.play) { _ in
            throw RPCError(.failedPrecondition, "cannot play: the queue is empty")
        }
        let run = ToolRun(["play"], coordinator)
        #expect(run.code == 1)
        #expect(run.complaints == ["tutti: cannot play: the queue is empty"])
    }

    @Test func everyCommandHasHelpWithAnExample() {
        let help = ToolRun(["--help"]).output.text
        for command in Tool.commandNames {
            #expect(help.contains("\n  \(command) "))
            let text = ToolRun([command, "--help"]).output.text
            #expect(text.hasPrefix("Usage: tutti \(command)"))
            #expect(text.contains("\nExamples:\n  tutti \(command)"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command)")
            #expect(ToolRun(["help", command]).output.text == text)
        }
    }
}

@Suite struct CommandTests {
    private let coordinator = FakeCoordinator()

    @Test func editsCarryTheVersionTheyAreFor() throws {
        coordinator.on(Wire.QueueService.add) { _ in Wire.AddResponse(ids: [4], version: 13) }
        coordinator.on(Wire.QueueService.remove) { _ in Wire.QueueResponse(version: 13) }
        coordinator.on(Wire.QueueService.move) { _ in Wire.QueueResponse(version: 13) }
        coordinator.on(Wire.QueueService.clear) { _ in
            throw RPCError(.aborted, "the queue has changed since it was read (version 12, now 13)")
        }
        for line in [["add", "/a"], ["remove", "4"], ["move", "4", "1"]] {
            #expect(ToolRun(line + ["--if-version", "12"], coordinator).code == 0)
        }
        let refused = ToolRun(["clear", "--if-version", "12"], coordinator)
        #expect(refused.code == 1)
        #expect(refused.complaints == ["tutti: the queue has changed since it was read (version 12, now 13)"])
        #expect(try coordinator.requests(Wire.QueueService.add).map(\.expectedVersion) == [12])
        #expect(try coordinator.requests(Wire.QueueService.remove).map(\.expectedVersion) == [12])
        #expect(try coordinator.requests(Wire.QueueService.move).map(\.expectedVersion) == [12])
        #expect(try coordinator.requests(Wire.QueueService.clear).map(\.expectedVersion) == [12])
    }

    @Test func switchesAreOnOrOff() throws {
        coordinator.on(Wire.PlayerService.setSwitches) { _ in Wire.TransportResponse(nowPlaying: playing) }
        #expect(ToolRun(["consume", "on"], coordinator).code == 0)
        #expect(ToolRun(["stop-after-current", "off"], coordinator).code == 0)
        #expect(ToolRun(["consume", "yes"], coordinator).code == 2)
        #expect(ToolRun(["consume"], coordinator).output.text == "consume off\n")
        #expect(ToolRun(["stop-after-current"], coordinator).output.text == "stop-after-current off\n")
        #expect(ToolRun(["mode"], coordinator).output.text == "mode loop\n")
        #expect(ToolRun(["mode", "--json"], coordinator).output.text == #"{"zone":"default","mode":"loop"}"# + "\n")
        #expect(
            ToolRun(["consume", "--json"], coordinator).output.text == #"{"zone":"default","consume":false}"# + "\n"
        )
        #expect(
            try coordinator.requests(Wire.PlayerService.setSwitches) == [
                .init(hasConsume: true, consume: true), .init(hasStopAfterCurrent: true),
            ]
        )
    }

    @Test func speedAndLoudnessAreShownAndSet() throws {
        var now = playing
        (now.ratePermille, now.replayGain, now.zone) = (1_250, .album, "default")
        let shown = now
        coordinator.on(Wire.PlayerService.getNowPlaying) { _ in Wire.GetNowPlayingResponse(nowPlaying: shown) }
        let response = Wire.TransportResponse(nowPlaying: shown, effectiveTimeNs: 7)
        coordinator.on(Wire.PlayerService.setRate) { _ in response }
        coordinator.on(Wire.PlayerService.setReplayGain) { _ in response }
        #expect(ToolRun(["rate"], coordinator).output.text == "rate 1.25\n")
        #expect(ToolRun(["replaygain"], coordinator).output.text == "replaygain album\n")
        let json = ToolRun(["rate", "1.25", "--json"], coordinator).output.text
        #expect(json == #"{"zone":"default","rate":1.25,"effective_time_ns":7}"# + "\n")
        #expect(ToolRun(["replaygain", "album"], coordinator).code == 0)
        #expect(try coordinator.requests(Wire.PlayerService.setRate) == [.init(ratePermille: 1_250)])
        #expect(try coordinator.requests(Wire.PlayerService.setReplayGain) == [.init(mode: .album)])
        for bad in ["0.4", "3.1", "fast"] { #expect(ToolRun(["rate", bad], coordinator).code == 2) }
    }

    @Test(arguments: [
        ("forward", nil, 15_000), ("back", nil, -15_000), ("forward", "1:30", 90_000), ("back", "5", -5_000),
    ])
    func forwardAndBackSeekFromHere(_ command: String, _ time: String?, _ milliseconds: Int64) throws {
        coordinator.on(Wire.PlayerService.seek) { _ in Wire.TransportResponse(nowPlaying: playing) }
        #expect(ToolRun([command] + (time.map { [$0] } ?? []), coordinator).code == 0)
        #expect(
            try coordinator.requests(Wire.PlayerService.seek) == [.init(relative: true, positionMs: milliseconds)]
        )
    }

    @Test func placesCountFromOneForPeople() throws {
        coordinator.on(Wire.PlayerService.play) { _ in Wire.TransportResponse(nowPlaying: playing, effectiveTimeNs: 5) }
        coordinator.on(Wire.QueueService.move) { _ in Wire.QueueResponse(version: 3, queueLength: 12) }
        let run = ToolRun(["play", "3", "--json"], coordinator)
        #expect(run.output.text.hasSuffix(#","effective_time_ns":5}"# + "\n"))
        _ = ToolRun(["move", "7", "1"], coordinator)
        let play = try coordinator.requests(Wire.PlayerService.play).first
        #expect(play?.hasIndex == true && play?.index == 2)
        let move = try coordinator.requests(Wire.QueueService.move).first
        #expect(move?.id == 7 && move?.index == 0)
    }

    @Test(arguments: [("-15", true, -15_000), ("1:02", false, 62_000), ("-0:30", true, -30_000)])
    func seekTakesTimes(_ text: String, _ relative: Bool, _ milliseconds: Int64) throws {
        coordinator.on(Wire.PlayerService.seek) { _ in Wire.TransportResponse(nowPlaying: playing) }
        #expect(ToolRun(["seek", text], coordinator).code == 0)
        #expect(
            try coordinator.requests(Wire.PlayerService.seek) == [.init(relative: relative, positionMs: milliseconds)]
        )
    }

    @Test(arguments: [
        (["volume", "30"], Wire.UpdateRoomRequest(room: "Kitchen", hasVolume: true, volumePercent: 30)),
        (["mute"], Wire.UpdateRoomRequest(room: "Kitchen", hasMuted: true, muted: true)),
        (["unmute"], Wire.UpdateRoomRequest(room: "Kitchen", hasMuted: true)),
        (["delay", "-2.54"], Wire.UpdateRoomRequest(room: "Kitchen", hasDelay: true, delayNs: -2_500_000)),
        (["rename", "Galley"], Wire.UpdateRoomRequest(room: "Kitchen", hasName: true, name: "Galley")),
    ])
    func roomChangesOneThing(_ operands: [String], _ expected: Wire.UpdateRoomRequest) throws {
        coordinator.on(Wire.HouseService.updateRoom) { _ in Wire.UpdateRoomResponse(room: kitchen, effectiveTimeNs: 8) }
        let run = ToolRun(["room", "Kitchen"] + operands, coordinator)
        #expect(run.output.text == "Kitchen: in sync, volume 40, delay -2.5 ms\n")
        #expect(try coordinator.requests(Wire.HouseService.updateRoom) == [expected])
    }

    @Test func unknownRoomIsSuggested() {
        let run = ToolRun(["room", "kitchn"], coordinator)
        #expect(run.code == 1)
        #expect(run.complaints == ["tutti: there is no room ‘kitchn’; did you mean ‘Kitchen’?"])
        #expect(ToolRun(["room", "kitchen"], coordinator).output.lines[0] == "room            Kitchen")
    }

    @Test func longQueuesAreReadPageByPage() throws {
        coordinator.on(Wire.QueueService.list) { request in
            let indices = request.firstIndex..<min(request.firstIndex + 2, 5)
            let items = indices.map { Wire.Item(id: UInt64($0) + 10, index: $0, uri: "/m/\($0).mp3") }
            return Wire.ListResponse(
                items: items,
                hasCurrent: true,
                currentId: 12,
                currentIndex: 2,
                version: 1,
                queueLength: 5
            )
        }
        let run = ToolRun(["queue"], coordinator)
        #expect(run.output.lines.count == 7)
        #expect(run.output.lines[3].hasPrefix(">  3  12  2.mp3"))
    }

    @Test func doctorTellsByItsExitCode() {
        let well = ToolRun(["doctor"], coordinator)
        #expect(well.code == 0)
        #expect(well.output.text == "all well\n")
        coordinator.on(Wire.HouseService.listRooms) { _ in Wire.ListRoomsResponse() }
        let ill = ToolRun(["doctor", "--json"], coordinator)
        #expect(ill.code == 1)
        #expect(ill.complaints.isEmpty)
        #expect(ill.output.text.hasPrefix(#"{"well":false,"findings":[{"severity":"problem","room":null,"zone":null,"#))
    }
}
