import AudioCore

/// M3U and M3U8: a reference per line, comments with `#`, and `#EXTINF:SECONDS[ attributes],TITLE` before an entry.
///
/// `#EXTALBUMARTURL:` and `#EXTIMG:` name pictures: before everything else that of the list, later that of the next
/// entry. `#EXTIMG:` may say what is shown, "front cover", and have the picture on the next line.
enum M3UReader {
    static func entries(_ text: String, limit: Int) -> [PlaylistEntry] {
        var entries: [PlaylistEntry] = []
        var (duration, title, artist): (Interval?, String?, String?)
        // Of all that follows.
        var album: String?
        var (listImage, image): (PlaylistImage?, PlaylistImage?)
        var (isInHead, imageFollows) = (true, false)
        for line in text.playlistLines {
            defer { if !line.hasPrefix("#") || line.hasPrefixIgnoringCase("#EXTINF:") { isInHead = false } }
            if let named = Self.image(line, imageFollows: imageFollows) {
                imageFollows = named.isEmpty
                guard !imageFollows else { continue }
                if isInHead { listImage = PlaylistImage(reference: named) }
                image = PlaylistImage(reference: named)
                continue
            }
            if line.hasPrefixIgnoringCase("#EXTINF:") {
                (duration, title) = information(line.dropFirst(8))
            } else if line.hasPrefixIgnoringCase("#EXTART:") {
                artist = line.dropFirst(8).trimmedOrNil
            } else if line.hasPrefixIgnoringCase("#EXTALB:") {
                album = line.dropFirst(8).trimmedOrNil
            } else if !line.hasPrefix("#") {
                guard entries.count < limit else { break }
                entries.append(
                    PlaylistEntry(
                        reference: line.withoutQuotes,
                        title: title,
                        artist: artist,
                        album: album,
                        duration: duration,
                        image: image
                    )
                )
                (duration, title, artist, image) = (nil, nil, nil, nil)
            }
        }
        return entries.with(listImage: listImage)
    }

    private static let imageExtensions = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp"]

    /// The picture that a line names; empty where the next line does; nil for all other lines.
    private static func image(_ line: String, imageFollows: Bool) -> String? {
        if line.hasPrefixIgnoringCase("#EXTALBUMARTURL:") { return line.dropFirst(16).trimmedOrNil }
        if line.hasPrefixIgnoringCase("#EXTIMG:") {
            let name = line.dropFirst(8).trimmed
            return isImage(name) ? name : ""
        }
        return imageFollows && !line.hasPrefix("#") && isImage(line) ? line : nil
    }

    private static func isImage(_ name: String) -> Bool {
        name.contains("://") || imageExtensions.contains { name.lowercased().hasSuffix($0) }
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
        guard let value = Double(text.trimmed), value > 0, value < Interval.longestTrack.seconds else { return nil }
        return .seconds(value)
    }
}
