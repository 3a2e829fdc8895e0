import AudioCore

extension TrackDescription {
    /// Fills in what the tags say. Documentation/metadata.md has the rules.
    /// - Parameter frame: how long a frame of the audio is, where it was looked at.
    init(_ tags: [TagSet.Tag], texts: TagTexts, frame: FrameDuration? = nil) {
        self.init()
        self.tags = tags.map(\.name)
        let values = { (frame: String) in Self.values(of: frame, in: tags, texts) }
        let joined = { (frame: String) in
            let values = values(frame)
            return values.isEmpty ? nil : values.joined(separator: "; ").cut()
        }
        title = joined("TIT2")
        albumArtist = joined("TPE2")
        // A compilation's track may have just the album's.
        artist = joined("TPE1") ?? albumArtist
        album = joined("TALB")
        genre = Self.genre(values("TCON"))
        date = values("TDRC").first ?? values("TDRL").first ?? values("TDOR").first
        trackNumber = values("TRCK").first
        discNumber = values("TPOS").first
        comment = Self.comment(tags, texts)
        replayGain = ReplayGain(tags.flatMap(\.items), texts)
        let pictures = tags.lazy.flatMap(\.items).compactMap { item in
            if case .picture(let picture) = item { picture } else { nil }
        }
        self.pictures = pictures.prefix(Self.maximumValues).map { Self.picture($0, texts) }
        lyrics = Self.lyrics(tags, texts, frame)
    }

    /// More values of a frame, or pictures, are passed over.
    private static let maximumValues = 64
    /// A comment may be longer than other texts, in bytes.
    private static let maximumComment = 4_096

    /// The values of a frame in the best tag that has any.
    private static func values(of frame: String, in tags: [TagSet.Tag], _ texts: TagTexts) -> [String] {
        for tag in tags {
            var values: [String] = []
            for case .text(frame, let text) in tag.items where values.count < maximumValues {
                if let line = texts.line(text), !values.contains(line) { values.append(line) }
            }
            if !values.isEmpty { return values }
        }
        return []
    }

    /// Numbers of ID3v1's list, bare or in parentheses, as their names.
    private static func genre(_ values: [String]) -> String? {
        var names: [String] = []
        for value in values {
            for part in parts(value) {
                let name =
                    switch part {
                    case "RX": "Remix"
                    case "CR": "Cover"
                    default: Int(part).flatMap { ID3Document.genre($0) } ?? part
                    }
                if !names.contains(name) { names.append(name) }
            }
        }
        return names.isEmpty ? nil : names.joined(separator: "; ").cut()
    }

    /// "(17)(20)Rock" as "17", "20", "Rock".
    private static func parts(_ value: String) -> [String] {
        var parts: [String] = []
        var rest = value[...]
        while rest.first == "(", let close = rest.firstIndex(of: ")") {
            let inner = rest[rest.index(after: rest.startIndex)..<close]
            guard Int(inner) != nil || inner == "RX" || inner == "CR" else { break }
            parts.append(String(inner))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }

    /// One without a description; notes of programs to themselves ("iTunNORM") are none.
    private static func comment(_ tags: [TagSet.Tag], _ texts: TagTexts) -> String? {
        var described: String?
        for tag in tags {
            for case .comment(let description, let text) in tag.items {
                guard let line = texts.line(text, limit: maximumComment) else { continue }
                let name = texts.string(description)
                if name.isEmpty { return line }
                if !name.hasPrefix("iTun"), described == nil { described = line }
            }
        }
        return described
    }

    private static func picture(_ picture: TagPicture, _ texts: TagTexts) -> PictureDescription {
        let text = texts.line(picture.description) ?? ""
        let address = picture.isLinked ? texts.line(.undeclared(picture.bytes)) : nil
        return PictureDescription(
            mimeType: picture.isLinked
                ? "text/uri-list" : ImageType.mimeType(picture.bytes) ?? "application/octet-stream",
            kind: PictureKind.name(picture.kind),
            size: picture.size,
            text: address ?? text
        )
    }

    /// SYLT, else USLT (with stamps before without), else a named text.
    private static func lyrics(_ tags: [TagSet.Tag], _ texts: TagTexts, _ frame: FrameDuration?) -> LyricsText? {
        var plain: [String] = []
        for tag in tags {
            var timed: [LyricsText.TimedText] = []
            for item in tag.items {
                switch item {
                case .timedLyrics(.milliseconds(let milliseconds), let text):
                    timed.append(LyricsText.TimedText(time: .milliseconds(milliseconds), text: texts.string(text)))
                case .timedLyrics(.frames(let frames), let text):
                    guard let frame else { continue }
                    timed.append(LyricsText.TimedText(time: frame.time(of: frames), text: texts.string(text)))
                case .lyrics(_, let text): plain += texts.lines(text).map { [$0] } ?? []
                case .named(let name, let text) where TagItem.isLyrics(name):
                    plain += texts.lines(text).map { [$0] } ?? []
                case .text, .named, .comment, .picture, .volume: break
                }
            }
            if timed.contains(where: { !$0.text.isEmpty }) { return .synchronized(timed) }
        }
        return (plain.first(where: hasStamps) ?? plain.first).map { .unsynchronized($0) }
    }

    /// Whether any line begins as LRC's do: "[01:".
    private static func hasStamps(_ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let bytes = Array(line.utf8.drop { $0 == 0x20 }.prefix(5))
            guard bytes.first == UInt8(ascii: "["), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return false
            }
            return colon > 1 && bytes[1..<colon].allSatisfy { (48...57).contains($0) }
        }
    }
}
