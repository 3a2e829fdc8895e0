import AudioCore
import CommandLineTool
import RPC
import Testing
import WireFormat

private func line(_ time: Int64, _ text: String) -> Wire.LyricLine { Wire.LyricLine(timeMs: time, text: text) }

private let words = Wire.GetLyricsResponse(
    itemId: 7,
    synchronized: true,
    lines: [line(60_000, "one"), line(62_000, "two\nzwei"), line(65_500, ""), line(70_000, "three")],
    source: "sidecar"
)

private func singer(_ response: Wire.GetLyricsResponse? = words) -> FakeCoordinator {
    let coordinator = FakeCoordinator()
    coordinator.on(Wire.PlayerService.getLyrics) { _ in
        guard let response else { throw RPCError(.notFound, "there are no lyrics of silence.mp3") }
        return response
    }
    return coordinator
}

private func sung(
    _ revision: UInt64,
    _ index: Int32,
    _ lines: [Wire.LyricLine?],
    item: Wire.Item = silence
) -> Wire.Event {
    Wire.Event(
        revision: revision,
        sessionId: 9,
        kind: .lyricLine,
        item: item,
        lyricIndex: index,
        lyricPrevious: lines[0],
        lyricCurrent: lines[1],
        lyricNext: lines[2]
    )
}

@Suite struct LyricsCommandTests {
    @Test func allLinesAreListed() {
        let run = ToolRun(["lyrics"], singer())
        #expect(run.output.lines == ["1:00  one", "1:02  two / zwei", "1:05", "1:10  three"])
    }

    @Test func linesWithoutTimesAreTextAlone() {
        let plain = Wire.GetLyricsResponse(itemId: 7, lines: [line(-1, "a\u{1B}[31m"), line(-1, ""), line(-1, "b")])
        #expect(ToolRun(["lyrics"], singer(plain)).output.text == "a [31m\n\nb\n")
        let json = ToolRun(["lyrics", "--json"], singer(plain)).output.text
        #expect(json.hasPrefix(#"{"item_id":7,"synchronized":false,"source":"","lines":[{"time_ms":null,"text":"a"#))
    }

    @Test func noLyricsIsAnErrorThatSaysSo() {
        let run = ToolRun(["lyrics"], singer(nil))
        #expect(run.code == 1 && run.complaints == ["tutti: there are no lyrics of silence.mp3"])
    }

    @Test func followingPrintsEachLineAsItIsSung() {
        let events = [
            sung(1, 1, [words.lines[0], words.lines[1], words.lines[2]]),
            sung(2, 2, [words.lines[1], words.lines[2], words.lines[3]]),
            sung(3, 3, [words.lines[2], words.lines[3], nil]),
        ]
        let run = ToolRun(["lyrics", "--follow"], singer(), batches: [events])
        // At 1:02.5 it is the second line already: the first event is no news.
        #expect(run.output.lines == ["1:02  two / zwei", "1:05", "1:10  three"])
        let json = ToolRun(["lyrics", "-f", "--json"], singer(), batches: [events]).output.lines
        #expect(json.count == 3)
        #expect(
            json[2] == #"{"item_id":7,"index":3,"previous":{"time_ms":65500,"text":""},"#
                + #""current":{"time_ms":70000,"text":"three"},"next":null}"#
        )
    }

    @Test func followingPrintsNothingOfAnItemThatIsNotHeardYet() {
        var other = silence
        other.id = 8
        let next = Wire.Event(revision: 1, sessionId: 9, kind: .nowPlaying, nowPlaying: Wire.NowPlaying(item: other))
        let run = ToolRun(
            ["lyrics", "--follow"],
            singer(),
            batches: [[next, sung(2, 0, [nil, line(5, "hey"), nil], item: other)]]
        )
        #expect(run.output.lines == ["1:02  two / zwei", "0:00  hey"])
    }

    @Test func followingOnATerminalShowsNeighbours() {
        let output = Recorder(isTerminal: true, columns: 40)
        let run = ToolRun(["lyrics", "--follow"], singer(), output: output, environment: ["TERM": "dumb"])
        #expect(run.output.text.contains("Nobody - Silence\r\n  one\r\n  two / zwei\r\n  "))
    }

    @Test func followingWaitsWhereThereAreNone() {
        let run = ToolRun(["lyrics", "--follow"], singer(nil), batches: [[sung(1, 0, [nil, line(5, "hey"), nil])]])
        #expect(run.code == 0)
        #expect(run.complaints == ["tutti: there are no lyrics of silence.mp3"])
        #expect(run.output.lines == ["0:00  hey"])
    }

    @Test func theLiveLineHasTheWordsBelowIt() {
        let output = Recorder(isTerminal: true, columns: 60)
        let run = ToolRun(["now", "--watch"], singer(), output: output, environment: ["TERM": "dumb"])
        #expect(run.output.text.contains("\r\n  two / zwei"))
    }

    @Test func nowDoesNotWaitForTheServerOfWhatPlays() throws {
        let coordinator = singer()
        var remote = playing
        remote.item?.uri = "http://example.org/song.mp3"
        for (hasLyrics, count) in [(false, 0), (true, 1)] {
            remote.item?.hasLyrics = hasLyrics
            coordinator.on(Wire.PlayerService.getNowPlaying) { [remote] _ in
                Wire.GetNowPlayingResponse(nowPlaying: remote)
            }
            let output = Recorder(isTerminal: true)
            _ = ToolRun(["now", "--watch"], coordinator, output: output, environment: ["TERM": "dumb"])
            #expect(try coordinator.requests(Wire.PlayerService.getLyrics).count == count)
        }
    }
}

@Suite struct ArtCommandTests {
    private func painter(_ response: Wire.GetArtworkResponse) -> FakeCoordinator {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.getArtwork) { _ in response }
        return coordinator
    }

    private let cover = Wire.GetArtworkResponse(mimeType: "image/jpeg", image: [1, 2, 3])

    @Test func aFileIsWritten() throws {
        let coordinator = painter(cover)
        let run = ToolRun(["art", "--lyrics", "--size", "300", "-o", "a.png"], coordinator)
        #expect(run.files == ["a.png": [1, 2, 3]])
        #expect(run.output.lines == ["a.png: image/jpeg, 3 bytes"])
        let request = Wire.GetArtworkRequest(withLyrics: true, sizePixels: 300)
        #expect(try coordinator.requests(Wire.PlayerService.getArtwork) == [request])
    }

    @Test func theNameOfTheFileNeedNotBeText() {
        let name = ByteText.text(of: [0x42, 0xF6])
        let run = ToolRun(["art", "-o", name], painter(cover))
        #expect(run.files == [name: [1, 2, 3]])
        #expect(run.output.lines == ["B\u{FFFD}: image/jpeg, 3 bytes"])
    }

    @Test func standardOutputTakesTheBytesAlone() {
        let run = ToolRun(["art", "-o", "-"], painter(cover))
        #expect(run.output.text == "[1, 2, 3]" && run.files.isEmpty)
    }

    @Test func aTerminalIsSparedThem() {
        let run = ToolRun(["art", "-o", "-"], painter(cover), output: Recorder(isTerminal: true))
        #expect(run.code == 1 && run.output.text.isEmpty)
        #expect(run.complaints.first?.contains("terminal") == true)
    }

    @Test func jsonTellsWhatWasWritten() {
        let drawn = Wire.GetArtworkResponse(mimeType: "image/png", image: [1], isPlaceholder: true)
        let run = ToolRun(["art", "-o", "a", "--json"], painter(drawn))
        #expect(run.output.lines == [#"{"file":"a","mime_type":"image/png","bytes":1,"placeholder":true}"#])
    }

    @Test func mistakesAreTold() {
        #expect(ToolRun(["art"]).code == 2)
        #expect(ToolRun(["art", "-o", ""]).code == 2)
        #expect(ToolRun(["art", "-o", "x", "--size", "9"]).code == 2)
        let run = ToolRun(["art", "-o", "/root/x"], painter(cover))
        #expect(run.code == 1 && run.complaints == ["tutti: cannot write /root/x: Permission denied"])
    }
}

@Suite struct EventsCommandTests {
    private func progress(_ revision: UInt64, _ position: Int64) -> Wire.Event {
        var now = playing
        now.positionMs = position
        return Wire.Event(
            revision: revision,
            sessionId: 9,
            kind: .progress,
            zone: "house",
            timeNs: 1_000_000_000,
            nowPlaying: now
        )
    }

    @Test func everyKindHasALine() {
        var buffering = playing
        (buffering.state, buffering.bufferingPercent, buffering.aheadMs) = (.buffering, 40, 2_100)
        var loud = playing
        loud.volumePercent = 60
        func event(
            _ revision: UInt64,
            _ kind: Wire.EventKind,
            _ now: Wire.NowPlaying? = nil,
            _ item: Wire.Item? = nil
        ) -> Wire.Event {
            Wire.Event(revision: revision, sessionId: 9, kind: kind, nowPlaying: now, item: item)
        }
        var failed = silence
        failed.error = "it is gone"
        let run = ToolRun(
            ["events"],
            batches: [
                [
                    progress(1, 62_500), event(2, .buffering, buffering), event(3, .volumeChanged, loud),
                    event(4, .itemStarted, nil, silence), event(5, .itemFinished, nil, silence),
                    event(6, .itemFailed, nil, failed), event(7, .zonesChanged),
                    sung(8, 0, [nil, line(1_000, "la"), nil]),
                    Wire.Event(revision: 9, sessionId: 9, kind: .queueChanged, queueLength: 2),
                ]
            ]
        )
        #expect(
            run.output.lines.dropFirst() == [
                "progress: 1:02 / 3:45", "buffering: 40 %, 2.1 s ahead", "volume: 60", "started: Nobody - Silence",
                "finished: Nobody - Silence", "failed: Nobody - Silence: it is gone", "zones changed",
                "lyrics: 0:01  la", "queue: 2 tracks",
            ]
        )
    }

    @Test func lyricLinesHaveTheirNeighboursInJSON() {
        let run = ToolRun(["events", "--json"], batches: [[sung(1, 0, [nil, line(1_000, "la"), nil])]])
        #expect(
            run.output.lines.last?.hasSuffix(
                #""index":0,"previous":null,"current":{"time_ms":1000,"text":"la"},"next":null}"#
            ) == true
        )
    }

    @Test func progressComesAsOftenAsAsked() {
        // The fake's clock moves on by what is waited for; the last wait but one delivers nothing any more.
        let run = ToolRun(
            ["events", "--every", "0.5"],
            batches: [[progress(3, 60_000)], []],
            wait: { _ in }
        )
        let lines = run.output.lines.filter { $0.hasPrefix("progress") }
        #expect(lines.allSatisfy { $0.hasSuffix(" / 3:45") })
        #expect(!lines.contains("progress: 1:00 / 3:45"))
    }

    @Test func tooOftenIsAMistake() {
        #expect(ToolRun(["events", "--every", "0.05"]).code == 2)
        #expect(ToolRun(["events", "--every", "x"]).code == 2)
    }
}
