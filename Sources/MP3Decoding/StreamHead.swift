import AudioCore

/// A stream, read up to where its first frame begins.
struct StreamHead {
    let stream: RememberingSource
    /// What the tags before the music say, where somebody reads them.
    let description: TrackDescription?
    /// iTunes' note from the tags.
    let gaplessNote: ITunesGapless?
    /// Waits for what it looks at.
    let chain: FrameChain
    /// The offset of the first frame.
    let origin: Int64
    /// Bytes from the first frame on; nil where nobody knows.
    var size: Int64? { stream.size.map { $0 - origin } }

    /// All from there on.
    var pieces: SourcePieces { SourcePieces(from: origin) }

    /// What of a stream is searched for music.
    private static let searchLimit: Int64 = 2 << 20

    init(
        _ source: any ByteSource,
        name: String,
        describing: (any TrackDescribing)?
    ) throws(AudioError) {
        stream = RememberingSource(source)
        var window = SourceWindow(stream: stream)
        let tags = try TrackTags(&window)
        gaplessNote = tags.gaplessNote
        description = try describing?.describe(headOf: window.size) { (offset, count) throws(AudioError) in
            try window.bytes(at: offset, count: count)
        }
        var chain = FrameChain(window)
        let limit = Self.searchLimit
        origin = try StreamStart.find(&chain, from: tags.end, limit: limit, findsFree: false, name: name)
        self.chain = chain
    }
}
