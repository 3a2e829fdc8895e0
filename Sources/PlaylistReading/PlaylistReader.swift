package import AudioCore

/// Reads the entries of one playlist. A value without I/O.
package struct PlaylistReader: Sendable {
    private let text: any TextRecognizing

    /// What one playlist may hold; more is left out.
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
        switch format {
        case .m3u: return M3UReader.entries(content, limit: Self.maximumEntries)
        case .pls: return PLSReader.entries(content, limit: Self.maximumEntries)
        case .xspf:
            return try XSPFReader(name: name, limit: Self.maximumEntries).entries(bytes) { content }
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
