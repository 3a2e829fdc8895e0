/// The first frame of a stream where it carries no audio but an encoder's notes: "Xing" or "Info" with LAME's
/// extension, or Fraunhofer's "VBRI". Layouts: the LAME project's "Mp3 Info Tag rev 1" and the Xing SDK.
struct InfoFrame: Hashable {
    /// Frames of audio that the encoder says the stream has; nil where not given. Most do not count this frame; LAME
    /// before 3.95, Helix and Fraunhofer do.
    var frames: Int64?
    /// Bytes of the stream, this frame included; nil where not given.
    var bytes: Int64?
    /// Samples of silence before and after the audio, as LAME's extension states them; nil where it is missing.
    var delay: Int64?
    var padding: Int64?
    /// 100 numbers: at each hundredth of the time, the 256th of the bytes that are before it. Nil where not given.
    var places: [UInt8]?
    /// True for "Info", which encoders write at a constant bit rate.
    var isConstant = false
    /// True for "VBRI", which says nothing of padding.
    var isFraunhofer = false
    /// Whether `frames` is known not to count this frame.
    var countsAudioOnly = false
    /// Whether LAME's checksum proves that nobody has changed the notes.
    var isSealed = false

    /// - Parameters:
    ///   - header: the frame's first four bytes.
    ///   - body: the frame without them.
    ///   - isLowRate: MPEG-2 or 2.5, whose side information is shorter.
    ///   - hasChecksum: two bytes of checksum stand before the side information.
    init?(header: UInt32 = 0, body: [UInt8], isMono: Bool, isLowRate: Bool, hasChecksum: Bool) {
        let side = isLowRate ? (isMono ? 9 : 17) : (isMono ? 17 : 32)
        // Encoders disagree about whether the tag moves with the checksum; what precedes it is zero in any case.
        let places = hasChecksum ? [side, side + 2] : [side]
        if let start = places.first(where: { Self.isTag(body, at: $0) }) {
            readXing(header, body, at: start)
        } else if body.count >= 32 + 26, Self.text(body, 32) == "VBRI" {
            // It stands 32 bytes after the header whatever the mode.
            isFraunhofer = true
            bytes = Self.number(body, 32 + 10)
            frames = Self.number(body, 32 + 14)
            // Notes of nothing.
            if bytes == 0, frames == 0 { return nil }
        } else {
            return nil
        }
    }

    private mutating func readXing(_ header: UInt32, _ body: [UInt8], at start: Int) {
        isConstant = Self.text(body, start) == "Info"
        let flags = Self.number(body, start + 4) ?? 0
        var offset = start + 8
        if flags & 1 != 0 {
            frames = Self.number(body, offset).flatMap { $0 > 0 ? $0 : nil }
            offset += 4
        }
        if flags & 2 != 0 {
            bytes = Self.number(body, offset).flatMap { $0 > 0 ? $0 : nil }
            offset += 4
        }
        if flags & 4 != 0 {
            if body.count >= offset + 100 { places = Array(body[offset..<offset + 100]) }
            offset += 100
        }
        if flags & 8 != 0 { offset += 4 }
        // LAME's extension: the encoder's name (9 bytes), then at +21 two numbers of 12 bits.
        guard body.count >= offset + 24, body[offset] != 0 else { return }
        let (first, middle, last) = (Int64(body[offset + 21]), Int64(body[offset + 22]), Int64(body[offset + 23]))
        delay = first << 4 | middle >> 4
        padding = (middle & 15) << 8 | last
        countsAudioOnly = !Self.isEarlyLAME(body[offset..<offset + 9])
        if body.count >= offset + 36 {
            let sum = Int64(Self.checksum(header, body[..<(offset + 34)]))
            isSealed = sum == Int64(body[offset + 34]) << 8 | Int64(body[offset + 35])
        }
    }

    /// CRC-16 (the polynomial 0x8005, reflected) of all that precedes it in the frame.
    private static func checksum(_ header: UInt32, _ body: ArraySlice<UInt8>) -> UInt16 {
        let first = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header >> $0) }
        return (first + body).reduce(UInt16(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xA001 }
        }
    }

    /// LAME 3.94 and before: "LAME3.70", "LAME3.94 ".
    private static func isEarlyLAME(_ encoder: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: encoder, as: UTF8.self)
        let minor = name.dropFirst("LAME3.".count).prefix { ("0"..."9").contains($0) }
        return name.hasPrefix("LAME3.") && Int(minor).map { $0 < 95 } ?? false
    }

    /// Whether one stands behind empty side information. The checksum before that may be there without a word of it.
    private static func isTag(_ body: [UInt8], at start: Int) -> Bool {
        guard body.count >= start + 8, let name = text(body, start), name == "Xing" || name == "Info" else {
            return false
        }
        return body[2..<start].allSatisfy { $0 == 0 }
    }

    private static func text(_ body: [UInt8], _ offset: Int) -> String? {
        guard body.count >= offset + 4 else { return nil }
        return String(decoding: body[offset..<offset + 4], as: UTF8.self)
    }

    private static func number(_ body: [UInt8], _ offset: Int) -> Int64? {
        guard body.count >= offset + 4 else { return nil }
        return body[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}
