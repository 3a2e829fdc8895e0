import AudioCore

/// A file that has been walked through to what was its end, and may be growing: a recording, or what is copied into
/// place.
struct CountedFile {
    let source: any ByteSource
    var layout: StreamLayout
    let note: ITunesGapless?

    /// What has come since is not looked at for less: four seconds at 128 kbit/s.
    static let leastGrowth: Int64 = 64 << 10
}

extension MPEGDecoder {
    /// Where the file has become longer since its frames were counted, goes on with those that have come.
    /// - Returns: false at the end.
    func followGrowth() throws(AudioError) -> Bool {
        guard let file, let window = SourceWindow(file.source),
            window.size - file.layout.size >= CountedFile.leastGrowth
        else { return false }
        var frames = FrameChain(window)
        let layout = try frames.layout(from: file.layout.origin)
        guard layout.isWhole, layout.total > file.layout.total else { return false }
        self.file?.layout = layout
        let handle = try MPGHandle(source: file.source, pieces: layout.pieces, name: name)
        let first = try handle.firstFrame()
        guard try handle.seek(to: position, from: 0) == position else { return false }
        firstLength = handle.extent(first: first, layout: layout, note: file.note).length
        restart(with: handle, at: position, wanted: position)
        return true
    }
}
