import AudioCore

/// The chunks of a WAV file, which may have MP3 and an ID3v2 tag in it.
enum WaveChunks {
    /// The offset of the tag; nil where there is none, or the file is no WAV file.
    static func tag(_ fetch: ByteFetch) throws(AudioError) -> Int64? {
        let header = try fetch(0, 12)
        guard header.starts(with: "RIFF".utf8), header.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var chunk: Int64 = 12
        // A WAV file has a handful of chunks.
        for _ in 0..<64 {
            let bytes = Array(try fetch(chunk, 8))
            guard bytes.count == 8 else { return nil }
            if bytes.starts(with: "id3 ".utf8) || bytes.starts(with: "ID3 ".utf8) { return chunk + 8 }
            let size = (0..<4).reduce(Int64(0)) { $0 | Int64(bytes[4 + $1]) << (8 * $1) }
            chunk += 8 + size + size % 2
        }
        return nil
    }
}
