import AudioCore
import Glibc

/// Tells MPEG frames from junk: a frame is where another one like it follows. mpg123 takes two headers that match for a
/// stream, and so hears noise in a text, a picture or a recording of another format.
struct FrameChain {
    var window: SourceWindow

    /// Headers in a row that make a stream, and that make it go on after a gap.
    private static let proof = 4
    static let proofAfterGap = 3
    /// How much of the source is searched at a time.
    private var stepBytes: Int64 { Int64(window.pieceBytes / 4 * 3) }
    /// No frame is larger: layer II at 384 kbit/s and 32 kHz; free format may have up to 640 kbit/s.
    static let largestFrame = 2_881

    init(_ window: SourceWindow) {
        self.window = window
    }

    /// The first frame of a stream in `range`; nil where there is none. A short stream that begins where the range does
    /// may have fewer frames than are asked for otherwise, and what follows two frames, or an encoder's notes, may be
    /// damaged.
    mutating func first(in range: Range<Int64>) throws(AudioError) -> Int64? {
        let start = range.lowerBound
        if let header = FrameHeader(try window.bytes(at: start, count: 4)) {
            let proof = header.bytes == nil ? Self.proof : Self.proofAfterGap
            if try isStream(header, at: start, isFirst: true, proof: proof, free: nil) { return start }
            let reach = start + 1..<start + 1 + stepBytes
            var isBeginning = try notes(at: start) != nil
            if header.bytes != nil, !isBeginning {
                isBeginning = try isStream(header, at: start, isFirst: true, proof: 2, free: nil)
            }
            if isBeginning {
                let free = header.bytes == nil ? try freeSize(header, at: start) : nil
                if let next = try first(in: reach, proof: Self.proofAfterGap, free: free),
                    FrameHeader(try window.bytes(at: next, count: 4))?.agrees(with: header) == true
                {
                    return start
                }
            }
        }
        return try first(in: range, proof: Self.proof)
    }

    /// The first frame in free format, where something stands before it. Quiet samples and many other things look like
    /// its headers: it is believed where it holds an encoder's notes.
    mutating func firstFree(in range: Range<Int64>) throws(AudioError) -> Int64? {
        let bytes = try window.bytes(at: range.lowerBound, count: range.count)
        var index = 0
        while let found = Self.nextHeader(in: bytes, from: index) {
            let place = range.lowerBound + Int64(found.index)
            if found.header.bytes == nil, try notes(at: place) != nil,
                try isStream(found.header, at: place, isFirst: true, proof: Self.proof, free: nil)
            {
                return place
            }
            index = found.index + 1
        }
        return nil
    }

    /// Whether frames like `header` begin at `offset`: after a gap, or where another kind of frame begins.
    mutating func goesOn(with header: FrameHeader, at offset: Int64) throws(AudioError) -> Bool {
        try isStream(header, at: offset, isFirst: true, proof: Self.proofAfterGap, free: nil)
    }

    /// Whether a frame begins at `offset` and others follow it: after a gap in the middle of a stream, where two
    /// headers that match may be junk.
    mutating func goesOn(at offset: Int64) throws(AudioError) -> Bool {
        guard let header = FrameHeader(try window.bytes(at: offset, count: 4)) else { return false }
        return try goesOn(with: header, at: offset)
    }

    /// Whether frames begin at `offset` or shortly after it and the tags there, as where files have been joined.
    mutating func goesOn(after offset: Int64) throws(AudioError) -> Bool {
        let start = try endOfTags(at: offset)
        return try first(in: start..<start + stepBytes) != nil
    }

    /// Behind an ID3v1 tag and an ID3v2 tag, which may be large.
    mutating func endOfTags(at offset: Int64) throws(AudioError) -> Int64 {
        var end = offset
        if try window.bytes(at: end, count: 3).elementsEqual("TAG".utf8) { end += 128 }
        var window = window
        let tag = try ID3Tag(at: end) { (offset, count) throws(AudioError) in
            try window.bytes(at: offset, count: count)
        }
        self.window = window
        return tag.map { $0.end < window.size ? $0.end : end } ?? end
    }

    /// - Parameters:
    ///   - free: the bytes of a frame in free format without padding, where such may be found.
    ///   - last: a single frame at the end is one if it is of this kind.
    mutating func first(
        in range: Range<Int64>,
        proof: Int,
        free: Int? = nil,
        like last: FrameHeader? = nil
    ) throws(AudioError) -> Int64? {
        var offset = range.lowerBound
        let end = min(range.upperBound, window.size)
        while offset < end {
            // What follows a candidate is in the same piece of the window; the last bytes are looked at again with the
            // next.
            let piece = try window.bytes(at: offset, count: window.pieceBytes)
                .prefix(Int(min(stepBytes, end - offset)))
            var index = 0
            while let found = Self.nextHeader(in: piece, from: index) {
                let place = offset + Int64(found.index)
                let isFirst = last.map { found.header.isAlike($0) } ?? false
                if try isStream(found.header, at: place, isFirst: isFirst, proof: proof, free: free) { return place }
                index = found.index + 1
            }
            if piece.count <= 3 { break }
            offset += Int64(piece.count - 3)
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
                // Eleven bits of synchronization, a bit rate and an emphasis that are not reserved, before all else is
                // looked at.
                if bits >= 0xFFE0_0000, bits & 0xF000 != 0xF000, bits & 3 != 2, let header = FrameHeader(bits: bits) {
                    return (index, header)
                }
                index += 1
            }
            return nil
        }
    }

    /// Whether frames follow one another from `offset` on.
    private mutating func isStream(
        _ header: FrameHeader,
        at offset: Int64,
        isFirst: Bool,
        proof: Int,
        free: Int?
    ) throws(AudioError) -> Bool {
        var free = free
        if header.bytes == nil, free == nil {
            // Quiet samples look like headers in free format: it is believed where nothing precedes it.
            guard isFirst else { return false }
            free = try freeSize(header, at: offset)
            if free == nil { return false }
        }
        var current = header
        var next = offset
        for count in 1..<proof {
            next += Int64(Self.bytes(of: current, free: free))
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

    static func bytes(of header: FrameHeader, free: Int?) -> Int {
        if let bytes = header.bytes { return bytes }
        return free.map { $0 + (header.isPadded ? header.slot : 0) } ?? 0
    }

    /// The bytes of a frame in free format without padding: the distance to the next header like it.
    mutating func freeSize(_ header: FrameHeader, at offset: Int64) throws(AudioError) -> Int? {
        let bytes = Array(try window.bytes(at: offset, count: Self.largestFrame * 2 + 4))
        guard bytes.count >= 8 else { return nil }
        for distance in 24..<max(24, bytes.count - 4)
        where bytes[distance] == 0xFF && bytes[distance + 1] | 1 == bytes[1] | 1 {
            guard let next = FrameHeader(bytes[distance..<distance + 4]), next.agrees(with: header), next.bytes == nil
            else { continue }
            return distance - (header.isPadded ? header.slot : 0)
        }
        return nil
    }

    /// Tags that stand behind the last frame.
    static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        ["TAG", "APETAGEX", "ID3", "LYRICSBE"].contains { bytes.starts(with: $0.utf8) }
    }
}
