import AudioCore

/// What a file's tags say of the track. Earlier values win: ID3v2 is read before ID3v1.
struct TrackTags: Hashable {
    var title: String?
    var artist: String?
    var album: String?
    /// iTunes' note of delay, padding and length ("iTunSMPB"), as text.
    var gaplessNote: String?

    /// A track has an artist; a compilation's track may have just the album's.
    private var albumArtist: String?

    /// Frames of ID3v2.3 and 2.4, and of 2.2, that are read; others are skipped unread.
    static let wanted: Set<String> = ["TIT2", "TPE1", "TPE2", "TALB", "COMM", "TT2", "TP1", "TP2", "TAL", "COM"]

    mutating func take(_ identifier: String, _ content: ArraySlice<UInt8>) {
        switch identifier {
        case "TIT2", "TT2": title = title ?? ID3Text.text(content)
        case "TPE1", "TP1": artist = artist ?? ID3Text.text(content)
        case "TPE2", "TP2": albumArtist = albumArtist ?? ID3Text.text(content)
        case "TALB", "TAL": album = album ?? ID3Text.text(content)
        case "COMM", "COM":
            if let comment = ID3Text.comment(content), comment.description == "iTunSMPB" {
                gaplessNote = gaplessNote ?? comment.text
            }
        default: break
        }
    }

    /// The last 128 bytes of a file, where they are an ID3v1 tag.
    mutating func takeVersion1(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 128, bytes.starts(with: "TAG".utf8) else { return }
        let fields = bytes.dropFirst(3)
        title = title ?? ID3Text.field(fields.prefix(30))
        artist = artist ?? albumArtist ?? ID3Text.field(fields.dropFirst(30).prefix(30))
        album = album ?? ID3Text.field(fields.dropFirst(60).prefix(30))
    }

    /// Reads the tags at both ends of a file.
    /// - Returns: the tags, and the offset behind those at the start.
    /// - Parameter isStream: its end is not looked at.
    static func read(
        _ window: inout SourceWindow,
        isStream: Bool = false
    ) throws(AudioError) -> (tags: Self, end: Int64) {
        var tags = Self()
        var end: Int64 = 0
        // Some taggers put a new tag before the old one.
        for _ in 0..<16 {
            guard let tag = try ID3Tag(&window, at: end) else { break }
            try tag.read(&window, into: &tags)
            // A tag that claims to reach beyond the end lies; what follows its header is searched.
            end = tag.end <= window.size ? tag.end : end + ID3Tag.headerBytes
        }
        if !isStream { try tags.takeVersion1(window.bytes(at: window.size - 128, count: 128)) }
        tags.artist = tags.artist ?? tags.albumArtist
        return (tags, end)
    }
}
