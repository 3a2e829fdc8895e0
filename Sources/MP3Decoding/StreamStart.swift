import AudioCore
import Glibc

/// Finds where the frames of a file begin: behind tags, a WAV header, and junk.
///
/// mpg123 takes two headers that match for a stream, and so hears noise in a text, a picture or a recording of another
/// format. Here it takes four in a row, or frames up to the very end of a short file.
struct StreamStart {
    private var window: SourceWindow
    private let name: String

    /// Headers in a row that make a stream.
    private static let proof = 4
    /// What of a file is searched. Junk before the first frame is a few hundred kilobytes in the worst of real files.
    static let searchLimit: Int64 = 16 << 20
    private static let stepBytes = 48 << 10
    /// No frame is larger: layer II at 384 kbit/s and 32 kHz; free format may have up to 640 kbit/s.
    private static let largestFrame = 2_881

    init(_ window: SourceWindow, name: String) {
        self.window = window
        self.name = name
    }

    /// The offset of the first frame.
    /// - Parameter offset: where tags end.
    /// - Throws: `unsupported` where there is none.
    mutating func find(from offset: Int64) throws(AudioError) -> Int64 {
        if let other = try otherFormat(at: offset) {
            throw AudioError(.unsupported, "cannot play \(name): it is \(other), and only MP3 is played; convert it")
        }
        let first = try waveData(at: offset) ?? offset
        let end = min(window.size, first + Self.searchLimit)
        var candidate = first
        while candidate < end {
            // What follows a candidate is in the same piece of the window; the last bytes are looked at again with the next.
            let piece = try window.bytes(at: candidate, count: SourceWindow.pieceBytes).prefix(Self.stepBytes)
            if let index = try firstFrame(in: piece, at: candidate, isStart: first) { return index }
            if piece.count <= 3 { break }
            candidate += Int64(piece.count - 3)
        }
        throw noAudio(searched: end - first < window.size - first)
    }

    private mutating func firstFrame(
        in piece: ArraySlice<UInt8>,
        at offset: Int64,
        isStart first: Int64
    ) throws(AudioError) -> Int64? {
        var index = 0
        while let sync = Self.nextHeader(in: piece, from: index) {
            let place = offset + Int64(sync.index)
            if try isStream(sync.header, at: place, isFirst: place == first) { return place }
            index = sync.index + 1
        }
        return nil
    }

    /// The next four bytes that could be a header, counted from the start of `piece`.
    private static func nextHeader(in piece: ArraySlice<UInt8>, from first: Int) -> (index: Int, header: FrameHeader)? {
        piece.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var index = first
            while index + 4 <= bytes.count {
                guard let found = memchr(start + index, 0xFF, bytes.count - 3 - index) else { return nil }
                index = start.distance(to: found)
                let bits = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                // Eleven bits of synchronization and a bit rate that is not reserved, before all else is looked at.
                if bits >= 0xFFE0_0000, bits & 0xF000 != 0xF000, let header = FrameHeader(bits: bits) {
                    return (index, header)
                }
                index += 1
            }
            return nil
        }
    }

    /// Whether a frame begins at `offset` and others follow it: after a gap in the middle of a stream, where two headers
    /// that match may be junk.
    mutating func goesOn(at offset: Int64) throws(AudioError) -> Bool {
        guard let header = FrameHeader(try window.bytes(at: offset, count: 4)) else { return false }
        return try isStream(header, at: offset, isFirst: true, proof: 3)
    }

    /// Whether frames begin at `offset` or shortly after.
    mutating func goesOn(after offset: Int64) throws(AudioError) -> Bool {
        let piece = try window.bytes(at: offset, count: SourceWindow.pieceBytes).prefix(Self.stepBytes)
        return try firstFrame(in: piece, at: offset, isStart: offset) != nil
    }

    /// Whether frames follow one another from `offset` on.
    private mutating func isStream(
        _ header: FrameHeader,
        at offset: Int64,
        isFirst: Bool,
        proof: Int = Self.proof
    ) throws(AudioError) -> Bool {
        var free: Int?
        if header.bytes == nil {
            // Quiet samples look like headers in free format: it is believed where nothing precedes it.
            guard isFirst else { return false }
            free = try freeSize(header, at: offset)
            if free == nil { return false }
        }
        var current = header
        var next = offset
        for count in 1..<proof {
            next += Int64(current.bytes ?? (free ?? 0) + (current.isPadded ? current.slot : 0))
            let bytes = try window.bytes(at: next, count: 8)
            if bytes.isEmpty || Self.isTag(bytes) {
                // The end, exactly after a frame: enough where nothing but frames has been seen.
                return next <= window.size && (isFirst || count >= 2)
            }
            guard let following = FrameHeader(bytes), following.agrees(with: header),
                (following.bytes == nil) == (header.bytes == nil)
            else { return bytes.count < 4 && count >= 2 }
            current = following
        }
        return true
    }

    /// The bytes of a frame in free format without padding: the distance to the next header like it.
    private mutating func freeSize(_ header: FrameHeader, at offset: Int64) throws(AudioError) -> Int? {
        let bytes = Array(try window.bytes(at: offset, count: Self.largestFrame * 2 + 4))
        guard bytes.count >= 8 else { return nil }
        for distance in 24..<max(24, bytes.count - 4) where bytes[distance] == 0xFF && bytes[distance + 1] == bytes[1] {
            guard let next = FrameHeader(bytes[distance..<distance + 4]), next.agrees(with: header), next.bytes == nil
            else { continue }
            return distance - (header.isPadded ? header.slot : 0)
        }
        return nil
    }

    /// Tags that stand behind the last frame.
    private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        ["TAG", "APETAGEX", "ID3", "LYRICSBE"].contains { bytes.starts(with: $0.utf8) }
    }

    /// Where the data of a WAV file with MPEG audio in it begin; nil where there is no WAV header.
    /// - Throws: `unsupported` for other audio in a WAV file.
    private mutating func waveData(at offset: Int64) throws(AudioError) -> Int64? {
        let header = try window.bytes(at: offset, count: 12)
        guard header.starts(with: "RIFF".utf8), header.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var chunk = offset + 12
        // A WAV file has a handful of chunks before its data.
        for _ in 0..<64 {
            let bytes = Array(try window.bytes(at: chunk, count: 10))
            guard bytes.count == 10 else { break }
            if bytes.starts(with: "data".utf8) { return chunk + 8 }
            let format = Int(bytes[8]) | Int(bytes[9]) << 8
            // WAVE_FORMAT_MPEG and WAVE_FORMAT_MPEGLAYER3 (RFC 2361).
            if bytes.starts(with: "fmt ".utf8), format != 0x50, format != 0x55 {
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

    /// What else a file may be, by its first bytes.
    private mutating func otherFormat(at offset: Int64) throws(AudioError) -> String? {
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

    private func noAudio(searched isCut: Bool) -> AudioError {
        let range = isCut ? " in its first \(Self.searchLimit >> 20) MiB" : ""
        return AudioError(
            .unsupported,
            "cannot play \(name): no MPEG audio was found\(range); convert it to MP3 or replace the file"
        )
    }
}
