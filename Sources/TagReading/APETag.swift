import AudioCore

/// An APE tag (versions 1 and 2), which stands at the end of a file. Layout: the Monkey's Audio project's "APEv2 item"
/// and "APE tags header" pages.
struct APETag {
    /// "APEv1" or "APEv2".
    let name: String
    private(set) var items: [TagItem] = []
    /// Where each picture lies, by its ordinal.
    private(set) var pictures: [(offset: Int64, count: Int)] = []

    private static let footerBytes: Int64 = 32
    private static let mostItems = 1_000
    /// A longer one lies.
    private static let largest: Int64 = 64 << 20
    private static let longestText = 1 << 20
    /// What of a picture is read to tell its type.
    private static let pictureBytes = 512
    /// All texts together.
    private static let textBytes = 2 << 20

    /// Nil where no tag ends at `end`.
    init?(endingAt end: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let footer = Array(try fetch(end - Self.footerBytes, Int(Self.footerBytes)))
        guard footer.count == Int(Self.footerBytes), footer.starts(with: "APETAGEX".utf8) else { return nil }
        let version = Self.number(footer, 8)
        let size = Self.number(footer, 12)
        guard version == 1_000 || version == 2_000, size >= Self.footerBytes, size <= min(end, Self.largest) else {
            return nil
        }
        name = version == 1_000 ? "APEv1" : "APEv2"
        try read(from: end - size, to: end - Self.footerBytes, isLatin: version == 1_000, fetch)
    }

    /// Nil where no tag begins at `start`, as some once wrote them.
    init?(startingAt start: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let header = Array(try fetch(start, Int(Self.footerBytes)))
        guard header.count == Int(Self.footerBytes), header.starts(with: "APETAGEX".utf8) else { return nil }
        // The size is that of all behind the header, the footer included.
        try self.init(endingAt: start + Self.footerBytes + Self.number(header, 12), fetch)
    }

    private mutating func read(
        from start: Int64,
        to end: Int64,
        isLatin: Bool,
        _ fetch: ByteFetch
    ) throws(AudioError) {
        var offset = start
        var texts = 0
        for _ in 0..<Self.mostItems {
            // Two numbers, a key of at most 255 characters, a zero.
            let head = Array(try fetch(offset, Int(min(8 + 256, max(0, end - offset)))))
            guard head.count > 8, let zero = head[8...].firstIndex(of: 0) else { return }
            let size = Self.number(head, 0)
            let value = offset + Int64(zero) + 1
            guard value + size <= end else { return }
            let key = String(decoding: head[8..<zero], as: UTF8.self)
            switch Self.number(head, 4) >> 1 & 3 {
            case 0 where size <= Int64(Self.longestText) && texts < Self.textBytes:
                texts += Int(size)
                take(key, Array(try fetch(value, Int(size))), isLatin: isLatin)
            case 1 where key.lowercased().hasPrefix("cover art"):
                try takePicture(key, at: value, size: Int(size), fetch)
            default: break
            }
            offset = value + size
        }
    }

    private mutating func take(_ key: String, _ bytes: [UInt8], isLatin: Bool) {
        for part in bytes.split(separator: 0) {
            let valid = isLatin ? nil : String(validating: part, as: UTF8.self)
            let text = valid.map { TagText.known($0) } ?? .undeclared(Array(part))
            switch key.lowercased() {
            case "lyrics", "unsyncedlyrics", "unsynced lyrics": items.append(.lyrics(description: .known(""), text))
            case "comment": items.append(.comment(description: .known(""), text))
            default:
                items.append(Self.frames[key.lowercased()].map { .text(frame: $0, text) } ?? .named(key, text))
            }
        }
    }

    /// A file name, a zero, the image.
    private mutating func takePicture(_ key: String, at offset: Int64, size: Int, _ fetch: ByteFetch) throws(AudioError)
    {
        let head = Array(try fetch(offset, min(size, Self.pictureBytes)))
        // Some write no name.
        guard let zero = ImageType.mimeType(head) == nil ? head.firstIndex(of: 0) : -1 else { return }
        let kind = key.lowercased().contains("front") ? 3 : key.lowercased().contains("back") ? 4 : 0
        let count = size - zero - 1
        items.append(
            .picture(
                TagPicture(
                    kind: kind,
                    description: .undeclared(Array(head[..<max(0, zero)])),
                    bytes: Array(head[(zero + 1)...]),
                    size: count,
                    isLinked: false,
                    ordinal: pictures.count
                )
            )
        )
        pictures.append((offset + Int64(zero) + 1, count))
    }

    /// Keys and their counterparts in ID3v2.
    private static let frames: [String: String] = [
        "title": "TIT2", "artist": "TPE1", "album": "TALB", "album artist": "TPE2", "albumartist": "TPE2",
        "genre": "TCON", "year": "TDRC", "date": "TDRC", "track": "TRCK", "disc": "TPOS", "disk": "TPOS",
    ]

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int64 {
        (0..<4).reduce(0) { $0 | Int64(bytes[offset + $1]) << (8 * $1) }
    }
}
