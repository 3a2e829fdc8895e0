import AudioCore
import Testing
import TextRecognition

@testable import PlaylistReading

/// What is read of each format.
@Suite struct PlaylistReadingTests {
    private let reader = PlaylistReader(text: TextRecognizer())

    private func entries(_ bytes: [UInt8], _ name: String = "/m/list.m3u", type: String = "") throws -> [PlaylistEntry]?
    {
        try reader.entries(of: bytes, name: name, mediaType: type)
    }

    private func references(_ text: String, _ name: String = "/m/list.m3u", type: String = "") throws -> [String]? {
        try entries(Array(text.utf8), name, type: type)?.map(\.reference)
    }

    private func refusal(_ text: String, _ name: String) -> AudioError? {
        do throws(AudioError) {
            _ = try reader.entries(of: Array(text.utf8), name: name)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - M3U

    @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "\r\n \r\n"])
    func anyLineEndEndsALine(_ end: String) throws {
        #expect(
            try references(["#EXTM3U", " a b.mp3 ", "#note", "c.mp3", ""].joined(separator: end)) == [
                "a b.mp3", "c.mp3",
            ]
        )
    }

    private static let informations: [(String, String?, Interval?)] = [
        ("123,Artist - Title", "Artist - Title", .seconds(123)), ("-1,Radio", "Radio", nil), ("0,x", "x", nil),
        ("12.5,x", "x", .milliseconds(12_500)), ("123", nil, .seconds(123)), (",x", "x", nil),
        (#"-1 tvg-id="a,b" group="c",News, sport"#, "News, sport", nil), (#"5 x="open,Title"#, "Title", .seconds(5)),
        ("99999999999999999999,x", "x", nil), ("5,", nil, .seconds(5)), ("\u{2007}5,x", "x", nil),
    ]

    @Test(arguments: informations)
    func informationBelongsToTheNextEntry(_ line: String, _ title: String?, _ duration: Interval?) throws {
        let read = try entries(Array("#EXTM3U\n#EXTINF:\(line)\n#EXTVLCOPT:x\na.mp3\nb.mp3".utf8))
        #expect(
            read == [
                PlaylistEntry(reference: "a.mp3", title: title, duration: duration), PlaylistEntry(reference: "b.mp3"),
            ]
        )
    }

    private static let encodings: [[UInt8]] = [
        Array("#EXTM3U\nÜber.mp3\n".utf8), [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\nÜber.mp3\n".utf8),
        [0xFF, 0xFE] + "#EXTM3U\nÜber.mp3\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        [0xFE, 0xFF] + "#EXTM3U\nÜber.mp3\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        Array("#EXTM3U\n".utf8) + [0xDC] + Array("ber.mp3\n".utf8),
    ]

    @Test(arguments: encodings)
    func anyEncodingIsRead(_ bytes: [UInt8]) throws {
        #expect(try entries(bytes)?.map(\.reference) == ["Über.mp3"])
    }

    // MARK: - PLS

    @Test func playlistSectionIsReadByNumber() throws {
        let text = """
            [playlist]
            NumberOfEntries=1
            file10=c.mp3
            FILE2 = b=1.mp3
            Title2=B
            length2=61
            Length10=-1
            Title3=without a file
            File9=
            Filex=x
            [other]
            File1=no.mp3
            """
        #expect(
            try entries(Array(text.utf8), "/m/a.pls") == [
                PlaylistEntry(reference: "b=1.mp3", title: "B", duration: .seconds(61)),
                PlaylistEntry(reference: "c.mp3"),
            ]
        )
    }

    // MARK: - XSPF

    private func xspf(_ tracks: String, _ head: String = #"<?xml version="1.0" encoding="UTF-8"?>"#) -> String {
        "\(head)<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList>\(tracks)</trackList></playlist>"
    }

    @Test func tracksOfXSPFHaveTheirParts() throws {
        let text = xspf(
            """
            <track><location> a%20b.mp3 </location><location>second.mp3</location><title>T &amp; U<!-- no -->V</title>
            <creator>C</creator><album>A</album><duration>61500</duration><extension><title>no</title></extension></track>
            <track><title>nowhere</title></track><location>outside.mp3</location>
            """
        )
        var expected = PlaylistEntry(
            reference: "a%20b.mp3",
            isURI: true,
            title: "T & UV",
            artist: "C",
            album: "A",
            duration: .milliseconds(61_500)
        )
        expected.alternatives = [PlaylistEntry(reference: "second.mp3", isURI: true)]
        let nowhere = PlaylistEntry(reference: "", isURI: true, title: "nowhere")
        #expect(try entries(Array(text.utf8), "/m/a.xspf") == [expected, nowhere])
    }

    @Test func prefixesAndMissingNamespacesAreNoHindrance() throws {
        let track = "<track><location>a</location></track>"
        let prefixed =
            "<x:playlist xmlns:x='http://xspf.org/ns/0/'><x:trackList><x:track><x:location>a</x:location>"
            + "</x:track></x:trackList></x:playlist>"
        #expect(try references(prefixed, "/m/a.xspf") == ["a"])
        #expect(try references("<playlist><trackList>\(track)</trackList></playlist>", "/m/a.txt") == ["a"])
    }

    @Test func encodingsThatExpatDoesNotKnowAreReadAllTheSame() throws {
        let head = #"<?xml version="1.0" encoding="windows-1251"?>"#
        let start = Array(xspf("<track><location>a</location><title>@</title></track>", head).utf8)
        // "Владимир Высоцкий" in Windows-1251.
        let name: [UInt8] = [
            0xC2, 0xEB, 0xE0, 0xE4, 0xE8, 0xEC, 0xE8, 0xF0, 0x20, 0xC2, 0xFB, 0xF1, 0xEE, 0xF6, 0xEA, 0xE8, 0xE9,
        ]
        let place = try #require(start.firstIndex(of: UInt8(ascii: "@")))
        let read = try entries(Array(start[..<place]) + name + start[(place + 1)...], "/m/a.xspf")
        #expect(read?.first?.title == "Владимир Высоцкий")
        // What says UTF-8 and is Latin-1.
        let wrong = Array(xspf("<track><location>a</location><title>@</title></track>").utf8)
        let other = try #require(wrong.firstIndex(of: UInt8(ascii: "@")))
        #expect(try entries(Array(wrong[..<other]) + [0xDC] + wrong[(other + 1)...], "/m/a.xspf")?.first?.title == "Ü")
    }

    /// 花 in GB2312, which nothing but the declaration tells.
    @Test(arguments: ["gb2312", "GBK", "gb18030"])
    func theDeclaredCharacterSetCounts(_ name: String) throws {
        let parts = xspf(
            "<track><location>@</location><title>@</title></track>",
            "<?xml version='1.0' encoding='\(name)'?>"
        )
        .utf8.split(separator: UInt8(ascii: "@"))
        let read = try #require(try entries(Array(parts.joined(separator: [0xBB, 0xA8])), "/m/a.xspf"))
        #expect(read.first?.title == "花" && read.first?.reference == "花")
        #expect(read.first?.rawReference == [0xBB, 0xA8])
        // What says so and is UTF-8.
        #expect(try entries(Array(parts.joined(separator: "花".utf8)), "/m/a.xspf")?.first?.title == "花")
    }

    @Test func namesKeepTheBytesThatTheyAreWrittenWith() throws {
        let name = Array("Bj".utf8) + [0xF6] + Array("rk, Ã".utf8) + [0xA0]
        let read = try #require(try entries(Array("#EXTINF:1,x\n".utf8) + name + Array("\nb.mp3".utf8), "/m/a.m3u"))
        #expect(read.map(\.rawReference) == [name, Array("b.mp3".utf8)])
        let listed = try entries(Array("[playlist]\nFile1= ".utf8) + name + [13, 10], "/m/a.pls")
        #expect(listed?.first?.rawReference == name)
        #expect(try entries(Array("ö.mp3".utf8), "/m/a.m3u")?.first?.rawReference == nil)
        let latin = xspf("<track><location>@</location></track>", "<?xml version='1.0' encoding='ISO-8859-1'?>")
            .utf8.split(separator: UInt8(ascii: "@"))
        let tracks = try entries(Array(latin.joined(separator: [0xF6])), "/m/a.xspf")
        #expect(tracks?.first?.reference == "ö" && tracks?.first?.rawReference == [0xF6])
    }

    @Test func entitiesAreRefused() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE playlist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <playlist><trackList><track><location>&b;</location></track></trackList></playlist>
            """
        #expect(refusal(bomb, "/m/a.xspf")?.message.contains("declares XML entities") == true)
        let file = """
            <?xml version="1.0"?><!DOCTYPE playlist [<!ENTITY a SYSTEM "file:///etc/passwd">]>
            <playlist><trackList><track><location>&a;</location></track></trackList></playlist>
            """
        #expect(refusal(file, "/m/a.xspf")?.code == .unsupported)
    }

    @Test func brokenXMLIsToldWithItsLine() {
        let error = refusal("<?xml version='1.0'?>\n<playlist>\n<trackList></playlist>", "/m/a.xspf")
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("cannot read the playlist /m/a.xspf: line 3: mismatched tag") == true)
        #expect(refusal(String(repeating: "<playlist>", count: 100_000), "/m/a.xspf")?.code == .damaged)
    }

    // MARK: - What it is

    private static let hls = [
        "#EXTM3U\n#EXTINF:9,\na.ts\n#EXT-X-ENDLIST",
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n", "#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:1,\na.ts",
    ]

    @Test(arguments: hls)
    func hlsIsRefusedWithWords(_ text: String) {
        #expect(refusal(text, "http://h/live.m3u8")?.message.contains("it is an HLS stream") == true)
        #expect(refusal(text, "http://h/live.m3u8")?.code == .unsupported)
    }

    @Test func contentDecidesBeforeTheName() throws {
        #expect(try references("[Playlist]\nFile1=a\n", "/m/a.m3u") == ["a"])
        #expect(try references("#EXTM3U\na\n", "/m/a.pls") == ["a"])
        #expect(try references("#EXTM3U\na\n", "http://h/listen") == ["a"])
        #expect(try references(xspf("<track><location>a</location></track>"), "http://h/listen") == ["a"])
        #expect(try references("http://h/1.mp3\n", "http://h/listen", type: "text/plain") == ["http://h/1.mp3"])
        #expect(try references("a.mp3", "http://h/listen", type: "audio/x-mpegurl") == ["a.mp3"])
        #expect(try references("a.mp3", "http://h/x.M3U8?y=z.mp3") == ["a.mp3"])
    }

    @Test func otherThingsAreNoPlaylists() throws {
        #expect(try references("hello", "http://h/listen", type: "text/plain") == nil)
        #expect(try references("<html></html>", "http://h/listen", type: "text/html") == nil)
        #expect(try references("", "http://h/listen") == nil)
        #expect(try entries([0xFF, 0xFB, 0, 0, 0x90, 0]) == nil)
        #expect(refusal("<html></html>", "/m/a.m3u")?.code == .unsupported)
        #expect(refusal("<ASX version=\"3\">", "http://h/x")?.message.contains("ASX") == true)
        #expect(try references("", "/m/a.m3u") == [])
    }

    @Test func randomBytesNeverTrap() {
        var random = SystemRandomNumberGenerator()
        let starts = ["#EXTM3U\n", "[playlist]\n", "<?xml version='1.0'?><playlist><trackList>", ""]
        for round in 0..<2_000 {
            let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = try? entries(
                Array(starts[round % 4].utf8) + noise,
                ["/a.m3u", "/a.pls", "/a.xspf", "/a"][round / 4 % 4]
            )
        }
    }
}
