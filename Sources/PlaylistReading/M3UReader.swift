import AudioCore

/// M3U and M3U8: a reference per line, comments with `#`, and `#EXTINF:SECONDS[ attributes],TITLE` before an entry.
enum M3UReader {
    static func entries(_ text: String, limit: Int) -> [PlaylistEntry] {
        var entries: [PlaylistEntry] = []
        var (duration, title, artist): (Interval?, String?, String?)
        for line in text.playlistLines {
            if line.hasPrefixIgnoringCase("#EXTINF:") {
                (duration, title) = information(line.dropFirst(8))
            } else if line.hasPrefixIgnoringCase("#EXTART:") {
                artist = line.dropFirst(8).trimmedOrNil
            } else if !line.hasPrefix("#") {
                guard entries.count < limit else { break }
                entries.append(PlaylistEntry(reference: line, title: title, artist: artist, duration: duration))
                (duration, title, artist) = (nil, nil, nil)
            }
        }
        return entries
    }

    /// `123,Artist - Title`, `-1 group="a,b",Title`.
    private static func information(_ text: Substring) -> (Interval?, String?) {
        let number = text.drop { $0 == " " }.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        var isQuoted = false
        let comma = text.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        // A quotation mark that is never closed is part of a title.
        let start = comma ?? text.firstIndex(of: ",")
        let title = start.flatMap { text[text.index(after: $0)...].trimmedOrNil }
        return (PlaylistDuration.seconds(number), title)
    }
}

enum PlaylistDuration {
    /// Nil for 0, -1 and what is no number: unknown.
    static func seconds(_ text: some StringProtocol) -> Interval? {
        guard let value = Double(text.trimmed), value > 0, value < 31_536_000 else { return nil }
        return .seconds(value)
    }
}
