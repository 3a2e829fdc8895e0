import AudioCore
import Synchronization
import Testing
import TextRecognition

@testable import PlaylistReading

/// Playlists in playlists, and what becomes of entries.
@Suite struct PlaylistExpanderTests {
    /// Files and servers that are a table.
    private final class Table: ResourceFetching {
        let texts: [String: String]
        let moved: [String: String]
        let asked = Mutex<[String]>([])

        init(_ texts: [String: String], moved: [String: String] = [:]) {
            self.texts = texts
            self.moved = moved
        }

        func fetch(uri: String, limit: Int) throws(AudioError) -> FetchedResource {
            asked.withLock { $0.append(uri) }
            let final = moved[uri] ?? uri
            guard let text = texts[final] else { throw AudioError(.unavailable, "cannot fetch \(uri): nobody there") }
            guard text.utf8.count <= limit else { throw AudioError(.unsupported, "cannot fetch \(uri): too long") }
            return FetchedResource(bytes: Array(text.utf8), mediaType: "", uri: final)
        }
    }

    private func expander(_ table: Table, _ files: Set<String> = []) -> PlaylistExpander {
        PlaylistExpander(fetcher: table, text: TextRecognizer()) { files.contains($0) || table.texts[$0] != nil }
    }

    @Test func missingEntriesAreKeptAndMarked() throws {
        let table = Table(["/m/l.m3u": "#EXTM3U\n#EXTINF:5,A\na.mp3\n#EXTINF:6,B\nb.mp3\nhttp://h/c.mp3\nmms://h/d"])
        let read = try #require(try expander(table, ["/m/a.mp3"]).expand(uri: "/m/l.m3u"))
        #expect(read.tracks.map(\.uri) == ["/m/a.mp3", "/m/b.mp3", "http://h/c.mp3", "mms://h/d"])
        #expect(read.tracks[0] == ListedTrack(uri: "/m/a.mp3", title: "A", duration: .seconds(5)))
        #expect(read.tracks[1].title == "B")
        #expect(read.tracks[1].problem?.contains("/m/b.mp3: there is no such file") == true)
        #expect(read.tracks[2].problem == nil && read.tracks[3].problem != nil)
        #expect(read.warnings.isEmpty)
    }

    @Test func nothingIsLookedForOnceNobodyWaits() async throws {
        let table = Table(["/m/l.m3u": String(repeating: "a\n", count: 5_000)])
        let looked = Mutex(0)
        let expander = PlaylistExpander(fetcher: table, text: TextRecognizer()) { _ in
            looked.withLock { $0 += 1 }
            return false
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try expander.expand(uri: "/m/l.m3u")
        }
        #expect(try await task.value?.tracks.isEmpty == true)
        #expect(looked.withLock { $0 } == 0)
    }

    @Test func whatIsTooLongIsToldOf() throws {
        let most = PlaylistReader.maximumEntries
        for count in [most, most + 1] {
            let table = Table(["/m/l.m3u": String(repeating: "a\n", count: count)])
            let read = try #require(try expander(table, ["/m/a"]).expand(uri: "/m/l.m3u"))
            #expect(read.tracks.count == most)
            #expect(read.warnings.count == count - most)
            #expect(read.warnings.allSatisfy { $0.contains("only its first \(most) entries") })
        }
    }

    @Test func tracksWithoutALocationAreKeptAndMarked() throws {
        let tracks = "<track><location>a.mp3</location></track><track><title>B</title></track>"
        let table = Table(["/m/l.xspf": "<playlist><trackList>\(tracks)</trackList></playlist>"])
        let read = try #require(try expander(table, ["/m/a.mp3"]).expand(uri: "/m/l.xspf"))
        #expect(read.tracks.map(\.uri) == ["/m/a.mp3", "/m/l.xspf#2"])
        #expect(read.tracks[0].problem == nil && read.tracks[1].title == "B")
        #expect(read.tracks[1].problem?.contains("/m/l.xspf#2: the playlist names no location") == true)
    }

    @Test func playlistsInPlaylistsTakeTheirPlace() throws {
        let table = Table([
            "/m/l.m3u": "a.mp3\nsub/n.pls\nb.mp3", "/m/sub/n.pls": "[playlist]\nFile1=c.mp3\nFile2=../o.m3u",
            "/m/o.m3u": "d.mp3\nl.m3u",
        ])
        let read = try #require(try expander(table).expand(uri: "/m/l.m3u"))
        #expect(read.tracks.map(\.uri) == ["/m/a.mp3", "/m/sub/c.mp3", "/m/d.mp3", "/m/b.mp3"])
        #expect(read.warnings == ["/m/l.m3u: it is in the list already; a playlist is taken once"])
    }

    @Test func depthIsCapped() throws {
        let texts = (0..<20).map { ("/m/\($0).m3u", "\($0).mp3\n\($0 + 1).m3u") }
        let read = try #require(try expander(Table(Dictionary(uniqueKeysWithValues: texts))).expand(uri: "/m/0.m3u"))
        #expect(read.tracks.count == PlaylistExpander.maximumDepth + 1)
        #expect(read.warnings.count == 1)
    }

    @Test func numberOfPlaylistsIsCapped() throws {
        var texts = ["/m/l.m3u": (0..<200).map { "\($0).m3u" }.joined(separator: "\n")]
        for number in 0..<200 { texts["/m/\(number).m3u"] = "\(number).mp3" }
        let table = Table(texts)
        let read = try #require(try expander(table).expand(uri: "/m/l.m3u"))
        #expect(read.tracks.count == PlaylistExpander.maximumPlaylists)
        #expect(table.asked.withLock { $0.count } == PlaylistExpander.maximumPlaylists + 1)
        #expect(read.warnings.count == 20)
    }

    @Test func aStationsAddressMayAnswerWithAPlaylist() throws {
        let table = Table(
            ["http://cdn/x/p": "#EXTM3U\n#EXTINF:-1,Radio\nlive\n"],
            moved: ["http://h/listen": "http://cdn/x/p"]
        )
        let read = try expander(table).expand(uri: "http://h/listen")
        #expect(read?.tracks == [ListedTrack(uri: "http://cdn/x/live", title: "Radio")])
    }

    @Test func whatIsNoPlaylistIsATrack() throws {
        let table = Table(["http://h/page": "hello", "http://h/long": String(repeating: "x", count: 300_000)])
        for uri in ["http://h/page", "http://h/long", "http://h/gone", "http://h/a.mp3", "/m/b.mp3"] {
            #expect(try expander(table).expand(uri: uri) == nil)
        }
        #expect(table.asked.withLock { $0 } == ["http://h/page", "http://h/long", "http://h/gone"])
    }

    @Test func namedPlaylistsThatCannotBeReadAreErrors() {
        let table = Table([
            "/m/long.m3u": String(repeating: "x\n", count: 3 << 20), "/m/b.xspf": "<playlist>",
            "/m/z.m3u": "ID3\u{4}\0\0\0\0\0v",
        ])
        for uri in ["/m/gone.m3u", "/m/long.m3u", "/m/b.xspf", "/m/z.m3u"] {
            #expect(throws: AudioError.self) { try expander(table).expand(uri: uri) }
        }
    }

    @Test func noiseIsNoPlaylistWhateverItIsCalled() {
        // Random bytes are taken for UTF-16 or for a set of single bytes.
        let bytes = (0..<4_000).compactMap { Unicode.Scalar(UInt8(1 + $0 * 89 % 255)) }.map(Character.init)
        let pairs = (0..<4_000).compactMap { Unicode.Scalar(UInt16(truncatingIfNeeded: 1 + $0 * 40_503)) }
        let table = Table(["/m/noise.m3u": String(bytes), "/m/noise.pls": String(pairs.map(Character.init))])
        for uri in ["/m/noise.m3u", "/m/noise.pls"] {
            #expect(throws: AudioError.self) { try expander(table).expand(uri: uri) }
        }
    }

    @Test func hlsBehindAnAddressIsRefusedAndInAPlaylistMarked() throws {
        let table = Table(["http://h/live": "#EXTM3U\n#EXT-X-TARGETDURATION:4\na.ts", "/m/l.m3u": "http://h/l.m3u8"])
        #expect(throws: AudioError.self) { try expander(table).expand(uri: "http://h/live") }
        let read = try #require(try expander(table).expand(uri: "/m/l.m3u"))
        #expect(read.tracks.count == 1 && read.tracks[0].problem?.contains("nobody there") == true)
    }

    private func covers(_ name: String, _ text: String) throws -> [String?] {
        try #require(try expander(Table([name: text])).expand(uri: name)).tracks.map(\.cover)
    }

    @Test func picturesOfM3UBelongToTheNextEntryOrToAll() throws {
        let all = "#EXTM3U\n#EXTALBUMARTURL:http://h/all.png\n#EXTINF:5,A\n#EXTIMG: a%201.jpg\na.mp3\nb.mp3\n"
        #expect(try covers("/m/l.m3u", all) == ["/m/a%201.jpg", "http://h/all.png"])
        let described = "#EXTINF:5,A\na.mp3\n#EXTIMG:front cover\nsub/b.PNG\nb.mp3\n#EXTIMG:back\nc.mp3"
        #expect(try covers("/m/l.m3u", described) == [nil, "/m/sub/b.PNG", nil])
        // Nothing of this machine for a playlist from elsewhere.
        let foreign = "#EXTM3U\n#EXTINF:1,A\n#EXTIMG:file:///etc/a.png\na.mp3\n#EXTIMG:b.png\nb.mp3"
        #expect(try covers("http://h/l.m3u", foreign) == [nil, "http://h/b.png"])
    }

    @Test func picturesOfXSPFAreOfATrackOrOfTheList() throws {
        let tracks = """
            <track><location>a.mp3</location><image>a%201.jpg</image></track>
            <track><location>b.mp3</location></track>
            <track xml:base="http://h/x/"><location>c.mp3</location><image> c.png </image></track>
            <track><location>d.mp3</location><image>ftp://h/d.png</image></track>
            """
        let list = "<playlist><image>all.png</image><trackList>\(tracks)</trackList></playlist>"
        #expect(try covers("/m/l.xspf", list) == ["/m/a 1.jpg", "/m/all.png", "http://h/x/c.png", nil])
    }
}
