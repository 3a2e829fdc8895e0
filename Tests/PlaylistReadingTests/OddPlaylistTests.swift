import AudioCore
import Testing
import TextRecognition

@testable import PlaylistReading

/// What programs write into playlists that no description of the formats has.
@Suite struct OddPlaylistTests {
    private func entries(_ text: String, _ name: String) throws -> [PlaylistEntry] {
        try PlaylistReader(text: TextRecognizer()).entries(of: Array(text.utf8), name: name) ?? []
    }

    private func references(_ text: String, _ name: String = "/m/list.m3u") throws -> [String] {
        try entries(text, name).map(\.reference)
    }

    @Test func quotationMarksAreNoPartOfNames() throws {
        #expect(try references("\"a b.mp3\"\n\"\n") == ["a b.mp3", "\""])
        #expect(try references("[playlist]\nFile1=\"a.mp3\"\n", "/m/list.pls") == ["a.mp3"])
    }

    @Test func theAlbumHoldsForAllThatFollows() throws {
        let list = "#EXTM3U\na.mp3\n#EXTALB: First\nb.mp3\nc.mp3\n#EXTALB:\nd.mp3\n"
        #expect(try entries(list, "/m/list.m3u").map(\.album) == [nil, "First", "First", nil])
    }

    @Test func blanksBeforeXMLHurtNobody() throws {
        let tracks =
            #"<?xml version="1.0"?><playlist version="1"><trackList>"#
            + "<track><location>a.mp3</location></track></trackList></playlist>"
        for start in ["\n  ", "\u{FEFF}\r\n"] { #expect(try references(start + tracks, "/m/l.xspf") == ["a.mp3"]) }
    }

    @Test func mediaPlayersOwnListsAreRefused() {
        let list = "<?wpl version=\"1.0\"?><smil><body><seq><media src=\"a.mp3\"/></seq></body></smil>"
        #expect(throws: AudioError.self) { try references(list, "/m/list.wpl") }
    }
}
