import AudioCore

/// Finds where the frames of a file begin: behind tags, a WAV header, and junk.
enum StreamStart {
    /// What of a file is searched. Junk before the first frame is a few hundred kilobytes in the worst of real files.
    static let searchLimit: Int64 = 16 << 20
    /// The same for free format, which takes longer to tell from junk.
    private static let freeSearchLimit: Int64 = 64 << 10

    /// The offset of the first frame.
    /// - Parameters:
    ///   - offset: where tags end.
    ///   - findsFree: whether free format is looked for behind junk, for which one has to go back.
    ///   - name: what messages call the source.
    /// - Throws: `unsupported` where there is none.
    static func find(
        _ chain: inout FrameChain,
        from offset: Int64,
        limit: Int64 = searchLimit,
        findsFree: Bool = true,
        name: String
    ) throws(AudioError) -> Int64 {
        if let other = try otherFormat(&chain.window, at: offset) {
            throw AudioError(.unsupported, "cannot play \(name): it is \(other), and only MP3 is played; convert it")
        }
        let size = chain.window.size
        let first = try min(waveData(&chain.window, at: offset, name: name) ?? offset, size)
        let end = min(size, first + limit)
        if let found = try chain.first(in: first..<end) { return found }
        if findsFree, let found = try chain.firstFree(in: first..<min(end, first + freeSearchLimit)) { return found }
        let range = end < size ? " in its first \(limit >> 20) MiB" : ""
        throw AudioError(
            .unsupported,
            "cannot play \(name): no MPEG audio was found\(range); convert it to MP3 or replace the file"
        )
    }

    /// Where the data of a WAV file with MPEG audio in it begin; nil where there is no WAV header.
    /// - Throws: `unsupported` for other audio in a WAV file.
    private static func waveData(
        _ window: inout SourceWindow,
        at offset: Int64,
        name: String
    ) throws(AudioError) -> Int64? {
        let header = try window.bytes(at: offset, count: 12)
        guard header.starts(with: "RIFF".utf8), header.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var chunk = offset + 12
        // A WAV file has a handful of chunks before its data.
        for _ in 0..<64 {
            let bytes = Array(try window.bytes(at: chunk, count: 34))
            guard bytes.count >= 10 else { break }
            if bytes.starts(with: "data".utf8) { return chunk + 8 }
            if bytes.starts(with: "fmt ".utf8), !isMPEG(bytes[8...]) {
                throw AudioError(
                    .unsupported,
                    "cannot play \(name): it is a WAV file without MP3 in it; convert it to MP3"
                )
            }
            let size = Int64(bytes[4]) | Int64(bytes[5]) << 8 | Int64(bytes[6]) << 16 | Int64(bytes[7]) << 24
            chunk += 8 + size + size % 2
        }
        return nil
    }

    /// WAVE_FORMAT_MPEG or WAVE_FORMAT_MPEGLAYER3 (RFC 2361), also as the subformat of WAVE_FORMAT_EXTENSIBLE, which
    /// stands 24 bytes further.
    private static func isMPEG(_ format: ArraySlice<UInt8>) -> Bool {
        let tag = format.starts(with: [0xFE, 0xFF]) ? format.dropFirst(24) : format
        return tag.starts(with: [0x50, 0]) || tag.starts(with: [0x55, 0])
    }

    /// What else a file may be, by its first bytes.
    private static func otherFormat(_ window: inout SourceWindow, at offset: Int64) throws(AudioError) -> String? {
        let bytes = Array(try window.bytes(at: offset, count: 12))
        let known: [(at: Int, magic: [UInt8], name: String)] = [
            (0, Array("fLaC".utf8), "a FLAC file"),
            (0, Array("OggS".utf8), "an Ogg file (Vorbis, Opus)"),
            (4, Array("ftyp".utf8), "an MP4 file (AAC, ALAC)"),
            (0, Array("FORM".utf8), "an AIFF file"),
            (0, Array("MAC ".utf8), "a Monkey's Audio file"),
            (0, Array("wvpk".utf8), "a WavPack file"),
            (0, [0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM file"),
            (0, [0x30, 0x26, 0xB2, 0x75], "a Windows Media file"),
            (0, [0xFF, 0xF1], "an AAC file"),
            (0, [0xFF, 0xF9], "an AAC file"),
            (0, Array("#EXTM3U".utf8), "a playlist"),
        ]
        return known.first { bytes.dropFirst($0.at).starts(with: $0.magic) }?.name
    }
}
