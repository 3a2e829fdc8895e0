import AudioCore
import Synchronization
import Testing

@testable import PlaylistReading

/// What the names in a playlist mean.
@Suite struct PlaylistPlaceTests {
    private func target(
        _ reference: String,
        in list: String,
        _ files: Set<String> = [],
        isURI: Bool = false
    )
        -> PlaylistPlace.Target
    {
        PlaylistPlace(of: list) { files.contains($0) }.target(of: PlaylistEntry(reference: reference, isURI: isURI))
    }

    private static let files: [(String, String)] = [
        ("a.mp3", "/m/l/a.mp3"), ("./x//a.mp3", "/m/l/x/a.mp3"), ("../a.mp3", "/m/a.mp3"), ("../../../a", "/a"),
        ("/x/../y.mp3", "/y.mp3"), ("file:///x/a%20b.mp3", "/x/a b.mp3"), ("file://localhost/x.mp3", "/x.mp3"),
        ("file:/x.mp3", "/x.mp3"), ("FILE:///%C3%BC.mp3", "/ü.mp3"), ("x\\a.mp3", "/m/l/x/a.mp3"),
        ("100%.mp3", "/m/l/100%.mp3"), ("Track 1: One.mp3", "/m/l/Track 1: One.mp3"), ("a%20b.mp3", "/m/l/a%20b.mp3"),
        ("C:\\Music\\a.mp3", "/m/l/a.mp3"), ("file:///C:/Music/a.mp3", "/m/l/a.mp3"),
        ("\\\\nas\\m\\a.mp3", "/m/l/a.mp3"), ("file:///C|/Music/a.mp3", "/m/l/a.mp3"),
    ]

    @Test(arguments: files)
    func namesCountFromTheFolderOfThePlaylist(_ reference: String, _ path: String) {
        #expect(target(reference, in: "/m/l/list.m3u") == .file(path))
        #expect(target(reference, in: "file:///m/l/list.m3u") == .file(path))
    }

    @Test func theFirstLocationThatCanBePlayedIsTaken() {
        var entry = PlaylistEntry(reference: "ftp://h/a.mp3", isURI: true)
        entry.alternatives = ["gone.mp3", "b.mp3", "http://h/c.mp3"].map { PlaylistEntry(reference: $0, isURI: true) }
        #expect(PlaylistPlace(of: "/m/l.xspf") { $0 == "/m/b.mp3" }.target(of: entry) == .file("/m/b.mp3"))
        #expect(PlaylistPlace(of: "/m/l.xspf") { _ in false }.target(of: entry) == .web("http://h/c.mp3"))
        entry.alternatives.removeAll()
        #expect(PlaylistPlace(of: "/m/l.xspf") { _ in false }.target(of: entry).uri == "ftp://h/a.mp3")
    }

    @Test func aNameOfManyFoldersIsNotLookedForWithAllOfThem() {
        let asked = Mutex(0)
        let place = PlaylistPlace(of: "/m/l.m3u") { _ in
            asked.withLock { $0 += 1 }
            return false
        }
        let name = "C:\\" + String(repeating: "x\\", count: 4_000) + "a.mp3"
        #expect(place.target(of: PlaylistEntry(reference: name)) == .file("/m/a.mp3"))
        #expect(asked.withLock { $0 } <= 2 * (PlaylistPlace.maximumTails + 1))
    }

    @Test func basesThatNoAddressIsAsLongAsAreIgnored() {
        let base = "http://h/" + String(repeating: "x/", count: TrackURI.maximumBytes)
        let entry = PlaylistEntry(reference: "a.mp3", isURI: true, bases: [base])
        #expect(PlaylistPlace(of: "http://s/l.xspf") { _ in false }.target(of: entry) == .web("http://s/a.mp3"))
    }

    @Test func whatExistsIsMeant() {
        #expect(target("a%20b.mp3", in: "/m/l.m3u", ["/m/a b.mp3"]) == .file("/m/a b.mp3"))
        #expect(target("a%20b.mp3", in: "/m/l.m3u", ["/m/a b.mp3", "/m/a%20b.mp3"]) == .file("/m/a%20b.mp3"))
        #expect(target("x\\a.mp3", in: "/m/l.m3u", ["/m/x\\a.mp3"]) == .file("/m/x\\a.mp3"))
        #expect(target("D:\\All\\Music\\X\\a.mp3", in: "/m/l.m3u", ["/m/X/a.mp3"]) == .file("/m/X/a.mp3"))
        #expect(target("\\Music\\X\\a.mp3", in: "/m/l.m3u", ["/m/X/a.mp3"]) == .file("/m/X/a.mp3"))
        #expect(target("a%20b.mp3", in: "/m/l.xspf", isURI: true) == .file("/m/a b.mp3"))
        #expect(target("100%25.mp3", in: "/m/l.xspf", ["/m/100%25.mp3"], isURI: true) == .file("/m/100%25.mp3"))
    }

    private static let addresses: [(String, String)] = [
        ("a.mp3", "http://h:80/x/a.mp3"), ("../a b.mp3", "http://h:80/a%20b.mp3"),
        ("/a?b=c/../d", "http://h:80/a?b=c/../d"),
        ("//other/a", "http://other/a"), ("?x", "http://h:80/x/l.m3u?x"), ("x\\ü.mp3", "http://h:80/x/x/%C3%BC.mp3"),
        ("https://s/a b", "https://s/a%20b"), ("../../../a/./b/..", "http://h:80/a/"), ("a%20b", "http://h:80/x/a%20b"),
    ]

    @Test(arguments: addresses)
    func namesCountFromTheAddressOfThePlaylist(_ reference: String, _ address: String) {
        #expect(target(reference, in: "http://h:80/x/l.m3u?q=/y/#f") == .web(address))
    }

    @Test(arguments: ["file:///etc/passwd", "C:\\a.mp3"])
    func theNetworkNamesNoFilesOfThisMachine(_ reference: String) {
        guard case .refused = target(reference, in: "http://h/l.m3u") else {
            Issue.record("\(reference) is taken")
            return
        }
    }

    @Test func otherSchemesAreKeptAndRefused() {
        let meaning = target("rtsp://h/a", in: "/m/l.m3u")
        #expect(
            meaning
                == .refused("rtsp://h/a", "only file:, http: and https: addresses are played, not rtsp:")
        )
    }

    @Test func basesOfXMLAreFollowed() {
        func target(_ bases: [String], in list: String) -> PlaylistPlace.Target {
            let entry = PlaylistEntry(reference: "a%20b", isURI: true, bases: bases)
            return PlaylistPlace(of: list) { _ in false }.target(of: entry)
        }
        #expect(target(["x/", "y/z"], in: "/m/l.xspf") == .file("/m/x/y/a b"))
        #expect(target(["http://h/x/"], in: "/m/l.xspf") == .web("http://h/x/a%20b"))
        #expect(target(["/s/"], in: "http://h/x/l.xspf") == .web("http://h/s/a%20b"))
        #expect(target(["file:///s/"], in: "/m/l.xspf") == .file("/s/a b"))
    }

    private func place(_ bytes: [UInt8], as text: String, in list: String, _ files: Set<String>) -> PlaylistPlace.Target
    {
        var entry = PlaylistEntry(reference: text)
        entry.rawReference = bytes
        return PlaylistPlace(of: list) { files.contains($0) }.target(of: entry)
    }

    @Test func namesAreMeantAsTextBeforeTheirBytes() {
        let bytes = Array("J".utf8) + [0xF3] + Array("ga.mp3".utf8)
        let onDisk = "file:///m/J%F3ga.mp3"
        #expect(place(bytes, as: "Jóga.mp3", in: "/m/l.m3u", [onDisk]) == .file(onDisk))
        #expect(place(bytes, as: "Jóga.mp3", in: "/m/l.m3u", [onDisk, "/m/Jóga.mp3"]) == .file("/m/Jóga.mp3"))
        #expect(place(bytes, as: "Jóga.mp3", in: "/m/l.m3u", []) == .file("/m/Jóga.mp3"))
        let windows = Array("D:\\Musik\\".utf8) + bytes
        #expect(place(windows, as: "D:\\Musik\\Jóga.mp3", in: "/m/l.m3u", [onDisk]) == .file(onDisk))
        let uri = Array("file:///m/".utf8) + bytes
        #expect(place(uri, as: "file:///m/Jóga.mp3", in: "/x/l.m3u", [onDisk]) == .file(onDisk))
    }

    @Test(arguments: ["file:///m/J%F3ga.mp3", "J%F3ga.mp3", "../m/J%f3ga.mp3"])
    func encodedBytesNeedNotBeText(_ reference: String) {
        let onDisk = "file:///m/J%F3ga.mp3"
        #expect(target(reference, in: "/m/l.xspf", [onDisk], isURI: true) == .file(onDisk))
        #expect(target(reference, in: "/m/l.m3u", [onDisk]) == .file(onDisk))
    }

    @Test func aPlaylistMayLieInAFolderThatIsNotText() {
        #expect(target("a b.mp3", in: "file:///m/%F3/l.m3u") == .file("file:///m/%F3/a%20b.mp3"))
        #expect(target("../a b.mp3", in: "file:///m/%F3/l.m3u") == .file("/m/a b.mp3"))
    }
}
