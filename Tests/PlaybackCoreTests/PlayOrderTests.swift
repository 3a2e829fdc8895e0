import PlaybackCore
import Testing

@Suite struct PlayOrderTests {
    struct Row: Sendable {
        var mode: PlayMode
        var at: Character
        var advance: String
        var next: String
        var previous: String
    }

    @Test(arguments: [
        Row(mode: .off, at: "a", advance: "b", next: "b", previous: "a"),
        Row(mode: .off, at: "b", advance: "c", next: "c", previous: "a"),
        Row(mode: .off, at: "c", advance: "end", next: "end", previous: "b"),
        Row(mode: .loop, at: "a", advance: "b", next: "b", previous: "c"),
        Row(mode: .loop, at: "c", advance: "a", next: "a", previous: "b"),
        Row(mode: .one, at: "a", advance: "a", next: "b", previous: "c"),
        Row(mode: .one, at: "c", advance: "c", next: "a", previous: "b"),
    ])
    func listModesMoveAsTheTableSays(row: Row) throws {
        let start = try queue("abc", row.mode, playing: row.at)
        var copy = start
        #expect(copy.name(copy.advance()) == row.advance)
        copy = start
        #expect(copy.name(copy.next()) == row.next)
        copy = start
        #expect(try copy.name(copy.previous()) == row.previous)
    }
}
