import AudioCore
import CommandLineTool
import ControlClient
import OptionParsing
import RPC
import Testing
import WireFormat

/// What `tutti add` takes, and what it asks of the coordinator.
@Suite struct AddTests {
    private let coordinator = FakeCoordinator()

    @Test func addResolvesPathsAndPassesAddressesOn() throws {
        coordinator.on(Wire.QueueService.add) { _ in
            Wire.AddResponse(ids: [4, 5], version: 2, warnings: ["x.txt: no audio"])
        }
        let run = ToolRun(["add", "../a b.mp3", "./sub/", "/x/../y.mp3", "http://h/../s"], coordinator)
        #expect(
            try coordinator.requests(Wire.QueueService.add).first?.uris == [
                "/srv/ada/a b.mp3", "/srv/ada/music/sub", "/y.mp3", "http://h/../s",
            ]
        )
        #expect(run.output.lines == ["skipped: x.txt: no audio", "added 2 tracks (ids 4 to 5)"])
        #expect(
            ToolRun(["add", "x", "--json"], coordinator).output.text == """
                {"ids":[4,5],"version":2,"warnings":["x.txt: no audio"]}

                """
        )
    }

    @Test func namesOfFilesNeedNotBeText() throws {
        coordinator.on(Wire.QueueService.add) { _ in Wire.AddResponse(ids: [4], version: 2) }
        let name = ByteText.text(of: [0x42, 0xF6])
        #expect(ToolRun(["add", name, "/x/" + name + "/ü"], coordinator).code == 0)
        #expect(
            try coordinator.requests(Wire.QueueService.add).first?.uris == [
                "file:///srv/ada/music/B%F6", "file:///x/B%F6/%C3%BC",
            ]
        )
    }

    @Test(arguments: [["zone", "B", "create"], ["room", "B", "mute"], ["--zone", "B", "add", "/a"], ["B"]])
    func allOtherArgumentsAreText(_ arguments: [String]) throws {
        let name = ByteText.text(of: [0x42, 0xF6])
        let run = ToolRun(arguments.map { $0 == "B" ? name : $0 }, coordinator)
        #expect(run.code == 2 && run.complaints.count == 1)
        #expect(run.complaints.first?.contains("‘B\u{FFFD}’") == true)
    }

    @Test func addPassesItsOptionsOn() throws {
        coordinator.on(Wire.QueueService.add) { _ in Wire.AddResponse(ids: [4], version: 2) }
        let lines = [
            ["add", "--next", "/a"], ["add", "--at", "3", "--from", "1:02", "--no-autoplay", "/a"],
            ["add", "--replace", "--play", "--keep-position", "/a"], ["add", "/a"],
        ]
        for line in lines { #expect(ToolRun(line, coordinator).code == 0) }
        let expected: [Wire.AddRequest] = [
            .init(uris: ["/a"], place: .next),
            .init(uris: ["/a"], place: .at, index: 2, startPositionMs: 62_000, noAutoplay: true),
            .init(uris: ["/a"], place: .replace, play: true, keepPosition: true), .init(uris: ["/a"], place: .end),
        ]
        #expect(try coordinator.requests(Wire.QueueService.add) == expected)
        #expect(ToolRun(["add", "--next", "--replace", "/a"], coordinator).code == 2)
        #expect(ToolRun(["add", "--from", "abc", "/a"], coordinator).code == 2)
    }

    @Test func otherSchemesAreNotAdded() throws {
        let run = ToolRun(["add", "http://h/a", "FTP://h/b"], coordinator)
        #expect(run.code == 1)
        #expect(
            run.complaints == [
                "tutti: cannot add FTP://h/b: only file:, http: and https: addresses are played, not ftp:"
            ]
        )
        #expect(try coordinator.requests(Wire.QueueService.add).isEmpty)
    }
}
