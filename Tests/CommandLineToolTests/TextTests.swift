import AudioCore
import CommandLineTool
import ControlClient
import Testing
import WireFormat

@Suite struct SeekTargetTests {
    @Test(arguments: [
        ("1:02", SeekTarget.absolute(62_000)), ("90", .absolute(90_000)), ("0", .absolute(0)),
        ("1:02:03", .absolute(3_723_000)), ("90:00", .absolute(5_400_000)), ("1:02.5", .absolute(62_500)),
        ("+15", .relative(15_000)), ("-0:30", .relative(-30_000)), ("-15", .relative(-15_000)),
        ("+0.25", .relative(250)), ("-1:00:00", .relative(-3_600_000)),
    ])
    func timesAreRead(_ text: String, _ expected: SeekTarget) {
        #expect(SeekTarget(text) == expected)
    }

    @Test(arguments: [
        "", "+", "-", ":", "1:", ":30", "1:60", "1:2:60", "1:60:00", "1:2:3:4", "a", "1:-2", "--1", "+-1", "1.", ".5",
        "1.2345", "1e3", "9999999999", "１:00",
    ])
    func otherTextsAreNot(_ text: String) {
        #expect(SeekTarget(text) == nil)
    }
}

@Suite struct WordingTests {
    @Test func anEstimatedDurationIsMarked() {
        #expect(Wording.duration(of: Wire.Item(durationMs: 62_000)) == "1:02")
        #expect(Wording.duration(of: Wire.Item(durationMs: 62_000, durationEstimated: true)) == "~1:02")
        #expect(Wording.duration(of: Wire.Item(durationEstimated: true)) == "")
    }

    @Test func anEstimatedPlaceIsMarked() {
        var now = playing
        #expect(NowText.plainLine(now).contains("  1:02 / 3:45"))
        now.positionEstimated = true
        #expect(NowText.plainLine(now).contains("  ~1:02 / 3:45"))
        #expect(NowText.lines(now, width: 80, palette: .init(isColoured: false)).contains { $0.contains("~1:02 ") })
        #expect(EventText.line(Wire.Event(kind: .progress, nowPlaying: now)) == "progress: ~1:02 / 3:45")
        #expect(now.json.text.hasSuffix(#""position_estimated":true}"#))
    }

    @Test(arguments: [
        (0, "0:00"), (62_999, "1:02"), (3_599_000, "59:59"), (3_600_000, "1:00:00"), (-5, "0:00"),
    ])
    func timesAreWritten(_ milliseconds: Int64, _ text: String) {
        #expect(Wording.time(milliseconds: milliseconds) == text)
    }

    @Test(arguments: [(0.0, "0.0"), (-0.04, "0.0"), (-0.06, "-0.1"), (9.96, "10"), (-123.4, "-123"), (.nan, "-")])
    func figuresAreShort(_ value: Double, _ text: String) {
        #expect(Wording.short(value) == text)
    }

    @Test(arguments: [
        ("/m/03 Song.mp3", "03 Song.mp3"), ("https://h/a/b%20c.mp3?x=1", "b c.mp3"), ("http://host/", "host"),
        ("https://h/%FF.mp3", "%FF.mp3"), ("", ""), ("/a/50%.mp3", "50%.mp3"), ("/m/a\u{1B}[2J.mp3", "a [2J.mp3"),
        ("/m/\u{301}a.mp3", "\u{301}a.mp3"),
    ])
    func tracksWithoutTitleAreCalledByTheirFile(_ uri: String, _ name: String) {
        #expect(TrackName.title(of: Wire.Item(uri: uri)) == name)
    }

    @Test(arguments: [
        ("a", "/w/a"), ("./a/./b/", "/w/a/b"), ("../../..", "/"), ("/x//y/..", "/x"),
        ("http://h/../x", "http://h/../x"),
        ("file://localhost/m/x", "file://localhost/m/x"), ("file:/m/x", "file:/m/x"), ("file:x", "/w/file:x"),
        ("a:b", "/w/a:b"), ("1://x", "/w/1:/x"),
    ])
    func pathsAreMadeAbsolute(_ text: String, _ path: String) {
        #expect(PathResolution.absolute(text, folder: "/w") == path)
    }

    @Test func bytesThatAreNoTextAreEncoded() {
        let name = ByteText.text(of: [0x62, 0xF6])
        #expect(PathResolution.absolute("x/../" + name, folder: "/w") == "file:///w/b%F6")
        #expect(PathResolution.absolute("a", folder: "/" + name) == "file:///b%F6/a")
        #expect(PathResolution.absolute("file:///x%20y/" + name, folder: "/w") == "file:///x%20y/b%F6")
        #expect(PathResolution.absolute("http://h/ü/" + name, folder: "/w") == "http://h/%C3%BC/b%F6")
    }
}

@Suite struct TableTests {
    private var table: Table {
        var table = Table([.init("NAME", minimum: 4), .init("N", right: true), .init("END")])
        table.add(["Living room", "7", "x"])
        table.add(["Küche 台所", "1234", ""])
        return table
    }

    @Test func columnsAreAlignedWithoutTrailingSpaces() {
        #expect(
            table.lines(width: nil, palette: Palette(isColoured: false)) == [
                "NAME            N  END", "Living room     7  x", "Küche 台所   1234",
            ]
        )
    }

    @Test(arguments: 14...30)
    func linesFitTheWidth(_ width: Int) {
        for line in table.lines(width: width, palette: Palette(isColoured: false)) {
            #expect(DisplayWidth.of(line) <= max(width, 15))
        }
    }

    @Test func columnsAreLeftOutByTheirRank() {
        var table = Table([.init("A"), .init("B", sacrifice: 1), .init("C", sacrifice: 2)])
        table.add(["aaaa", "bbbb", "cccc"])
        let plain = Palette(isColoured: false)
        #expect(table.lines(width: 16, palette: plain)[1] == "aaaa  bbbb  cccc")
        #expect(table.lines(width: 15, palette: plain)[1] == "aaaa  bbbb")
        #expect(table.lines(width: 9, palette: plain)[1] == "aaaa")
    }

    @Test(arguments: [40, 60, 80, 100])
    func roomsFitTheTerminal(_ width: Int) {
        for line in RoomsText.lines([kitchen], width: width, palette: Palette(isColoured: false)) {
            #expect(DisplayWidth.of(line) <= width)
        }
    }

    @Test func controlCharactersCannotLeaveACell() {
        var table = Table([.init("A")])
        table.add(["a\n\u{1B}[31mb"])
        #expect(table.lines(width: nil, palette: Palette(isColoured: false))[1] == "a  [31mb")
    }

    @Test(arguments: [("", 0), ("abc", 3), ("é", 1), ("台", 2), ("👩‍👩‍👧", 2), ("e\u{301}", 1)])
    func widthsAreThoseOfTerminals(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func cutTextsEndInAnEllipsis() {
        #expect(DisplayWidth.truncate("abcdef", to: 4) == "abc…")
        #expect(DisplayWidth.truncate("台所台所", to: 4) == "台…")
        #expect(DisplayWidth.truncate("abcd", to: 4) == "abcd")
    }
}

@Suite struct NowTextTests {
    @Test(arguments: [6, 9, 14, 19, 20, 21, 22, 40, 60, 80, 200])
    func liveLineFits(_ width: Int) {
        let line = NowText.liveLine(playing, width: width, palette: Palette(isColoured: false))
        #expect(DisplayWidth.of(line) <= width)
        #expect((line + " ").hasPrefix("▶ 1:02 "))
    }

    @Test func nothingCurrentIsSaid() {
        let line = NowText.liveLine(Wire.NowPlaying(state: .stopped), width: 80, palette: Palette(isColoured: false))
        #expect(line == "■ stopped  the queue is empty")
    }

    @Test func roomsTableShowsWhatMatters() {
        let lines = RoomsText.lines([kitchen], width: nil, palette: Palette(isColoured: false))
        #expect(
            lines == [
                "ROOM     STATE    VOLUME  DELAY ms  ERROR us  p99  CLOCK us  RATE ppm  BUFFER ms  TROUBLE  DEVICE",
                "Kitchen  in sync      40      -2.5       1.5  4.2      ±3.2        40       1980           hw:0",
            ]
        )
    }
}
