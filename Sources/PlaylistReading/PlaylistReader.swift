package import AudioCore

/// Reads the entries of one playlist. A value without I/O.
package struct PlaylistReader: Sendable {
    private let text: any TextRecognizing

    /// What one playlist may hold. One more is read, so that it can be told that more is left out.
    package static let maximumEntries = 100_000

    package init(text: any TextRecognizing) { self.text = text }

    /// - Parameter name: path or address, for its extension and for messages.
    /// - Returns: nil where it is no playlist.
    /// - Throws: `damaged`, or `unsupported` for what looks like a playlist and is none that Tutti plays.
    package func entries(
        of bytes: [UInt8],
        name: String,
        mediaType: String = ""
    ) throws(AudioError) -> [PlaylistEntry]? {
        let content = text.text(of: bytes)
        guard let format = PlaylistFormat.of(content, name: name, mediaType: mediaType) else { return nil }
        let limit = Self.maximumEntries + 1
        switch format {
        case .m3u: return M3UReader.entries(content, limit: limit).with(bytes) { M3UReader.entries($0, limit: limit) }
        case .pls: return PLSReader.entries(content, limit: limit).with(bytes) { PLSReader.entries($0, limit: limit) }
        case .xspf:
            let reader = XSPFReader(name: name, limit: limit)
            let entries = try reader.entries(bytes) { text.text(of: bytes, declaredAs: $0) }
            return entries.with(bytes) { reader.entries(ofText: $0) }
        case .hls:
            throw AudioError(
                .unsupported,
                "cannot play \(name): it is an HLS stream, which comes in pieces; give the station's MP3 address"
            )
        case .foreign(let what):
            throw AudioError(.unsupported, "cannot read the playlist \(name): it is \(what); use M3U, PLS or XSPF")
        }
    }
}

extension [PlaylistEntry] {
    /// With the bytes of the names, where the playlist is neither UTF-8 nor UTF-16 (which has zeros): it is read once
    /// more, each byte above ASCII as a character of its own.
    fileprivate func with(_ bytes: [UInt8], reading: (String) -> [PlaylistEntry]) -> [PlaylistEntry] {
        let raw = ByteText.text(of: bytes)
        guard !ByteText.isText(raw), !bytes.contains(0) else { return self }
        let again = reading(raw)
        return count == again.count ? zip(self, again).map { $0.with(bytesOf: $1) } : self
    }
}

extension PlaylistEntry {
    fileprivate func with(bytesOf raw: PlaylistEntry) -> PlaylistEntry {
        var entry = self
        entry.rawReference = ByteText.bytes(of: raw.reference)
        entry.image?.rawReference = raw.image.map { ByteText.bytes(of: $0.reference) }
        return entry
    }
}
