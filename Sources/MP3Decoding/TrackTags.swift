import AudioCore

/// The tags before the music, which are stepped over, and the one thing in them that decoding needs. What they say of
/// the track is another module's to read (TagReading).
struct TrackTags: Hashable {
    /// iTunes' note of delay, padding and length.
    var gaplessNote: ITunesGapless?
    /// The offset behind them.
    var end: Int64 = 0

    /// Longer comments are no such note.
    private static let noteBytes = 1_024

    init(_ window: inout SourceWindow) throws(AudioError) {
        var window = window
        let fetch: ByteFetch = { (offset, count) throws(AudioError) in try window.bytes(at: offset, count: count) }
        let size = window.size
        // Some taggers put a new tag before the old one.
        for _ in 0..<16 {
            guard let tag = try ID3Tag(at: end, fetch) else { break }
            var note = gaplessNote
            try tag.readFrames(
                size: size,
                fetch: fetch,
                limit: { $0 == "COMM" || $0 == "COM" ? Self.noteBytes : 0 },
                take: { note = note ?? Self.note($0.content) }
            )
            gaplessNote = note
            // A tag that claims to reach beyond the end lies; what follows its header is searched.
            end = tag.end <= size ? tag.end : end + ID3Tag.headerBytes
        }
    }

    /// A comment named "iTunSMPB". It is ASCII, in whatever encoding: one, two or four bytes before it (encoding,
    /// language).
    private static func note(_ comment: [UInt8]) -> ITunesGapless? {
        let text = String(decoding: comment.dropFirst(4).filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
        let name = "iTunSMPB"
        return text.hasPrefix(name) ? ITunesGapless(String(text.dropFirst(name.count))) : nil
    }
}
