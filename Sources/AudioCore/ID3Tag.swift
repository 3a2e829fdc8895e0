/// Bytes from an offset, at most as many as asked for; fewer at the end. What tags are read through.
package typealias ByteFetch = (_ offset: Int64, _ count: Int) throws(AudioError) -> ArraySlice<UInt8>

/// The structure of an ID3v2 tag (2.2, 2.3, 2.4; id3.org's informal standards): its frames are looked at one by one
/// where they lie, and what is not wanted is stepped over, so that a tag of many megabytes takes no memory.
package struct ID3Tag {
    /// 2 to 4 where its frames can be read.
    package let major: UInt8
    /// The offset behind the tag, as it claims.
    package let end: Int64

    private let flags: UInt8
    private let start: Int64
    /// The offset behind the last frame.
    private let bodyEnd: Int64

    package static let headerBytes: Int64 = 10
    private static let mostFrames = 10_000

    /// One frame. Its identifier has three letters in 2.2, four later.
    package struct Frame {
        package var identifier: String
        /// Without what the frame's flags add, unsynchronization undone; cut where it is longer than was asked for. A
        /// compressed frame's content is as it stands.
        package var content: [UInt8]
        /// The length of the whole content.
        package var size: Int64
        /// The two bytes of flags of a compressed frame, zeros otherwise.
        package var flags: [UInt8]
        package var isCompressed: Bool { flags != [0, 0] }
    }

    /// Nil where there is no tag at `offset`.
    package init?(at offset: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let header = Array(try fetch(offset, Int(Self.headerBytes)))
        guard header.count == Int(Self.headerBytes), header.starts(with: "ID3".utf8), header[3] < 0xFF,
            header[4] < 0xFF,
            let size = Self.synchsafe(header[6...])
        else { return nil }
        major = header[3]
        flags = header[5]
        start = offset + Self.headerBytes
        bodyEnd = start + size
        // ID3v2.4 may repeat its header at the end.
        end = bodyEnd + (header[3] == 4 && header[5] & 0x10 != 0 ? Self.headerBytes : 0)
    }

    /// A tag of 2.4 that stands before `end`, where it has a footer, which is its header with another name. Nil where
    /// none does.
    package init?(endingAt end: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let footer = Array(try fetch(end - Self.headerBytes, Int(Self.headerBytes)))
        guard footer.count == Int(Self.headerBytes), footer.starts(with: "3DI".utf8),
            let size = Self.synchsafe(footer[6...])
        else { return nil }
        try self.init(at: end - size - 2 * Self.headerBytes, fetch)
        guard self.end == end else { return nil }
    }

    /// Gives each wanted frame to `take`. What is damaged ends the reading; encrypted frames are left out.
    /// - Parameters:
    ///   - size: of all that `fetch` reads.
    ///   - unsynchronizedBytes: a tag of 2.2 or 2.3 that is unsynchronized as a whole is read to this length.
    ///   - limit: how many bytes of a frame of this identifier are wanted; 0 for one that is stepped over.
    package func readFrames(
        size: Int64,
        unsynchronizedBytes: Int = 256 << 10,
        fetch: ByteFetch,
        limit: (String) -> Int,
        take: (Frame) -> Void
    ) throws(AudioError) {
        // 2.2 has a compression that nobody defined.
        guard (2...4).contains(major), major > 2 || flags & 0x40 == 0 else { return }
        if flags & 0x80 != 0, major < 4 {
            let plain = Self.synchronized(try fetch(start, Int(min(bodyEnd - start, Int64(unsynchronizedBytes)))))
            let whole: ByteFetch = { offset, count in plain.dropFirst(Int(clamping: offset)).prefix(count) }
            try readFrames(from: 0, to: Int64(plain.count), whole, limit, take)
        } else {
            try readFrames(from: start, to: min(bodyEnd, size), fetch, limit, take)
        }
    }

    private func readFrames(
        from first: Int64,
        to end: Int64,
        _ fetch: ByteFetch,
        _ limit: (String) -> Int,
        _ take: (Frame) -> Void
    ) throws(AudioError) {
        var offset = first
        if flags & 0x40 != 0 { offset += try extendedHeaderBytes(at: first, end, fetch) }
        for _ in 0..<Self.mostFrames {
            guard offset < end, let place = try place(at: offset, end, fetch) else { return }
            let wanted = limit(place.identifier)
            if wanted > 0, let frame = try frame(place, min(Int64(wanted), place.size, end - place.content), fetch) {
                take(frame)
            }
            offset = place.content + place.size
        }
    }

    private struct Place {
        var identifier: String
        var flags: [UInt8]
        var content: Int64
        var size: Int64
    }

    private func place(at offset: Int64, _ limit: Int64, _ fetch: ByteFetch) throws(AudioError) -> Place? {
        let letters = major == 2 ? 3 : 4
        let length = major == 2 ? 6 : 10
        let header = Array(try fetch(offset, length))
        guard header.count == length, let identifier = identifier(header.prefix(letters)) else { return nil }
        let digits = header[letters..<(major == 2 ? 6 : 8)]
        var size = Self.plain(digits)
        let content = offset + Int64(length)
        if let safe = Self.synchsafe(digits), safe != size,
            major == 4 || major == 3 && isDoubtful(size, limit - content)
        {
            // iTunes once wrote plain sizes into 2.4, and others synchsafe ones into 2.3: what does not belong there is
            // right where only it leads to another frame.
            let (own, other) = major == 4 ? (safe, size) : (size, safe)
            size = try leadingOn(own, or: other, from: content, limit, fetch)
        }
        return Place(
            identifier: identifier,
            flags: major == 2 ? [0, 0] : [header[8], header[9]],
            content: content,
            size: size
        )
    }

    /// Long frames that end in the tag are pictures, and not worth a look behind them.
    private func isDoubtful(_ size: Int64, _ room: Int64) -> Bool { size < 1 << 16 || size > room }

    private func isFrameOrEnd(_ offset: Int64, _ limit: Int64, _ fetch: ByteFetch) throws(AudioError) -> Bool {
        if offset == limit { return true }
        guard offset < limit else { return false }
        let next = Array(try fetch(offset, 8))
        if next.prefix(4).allSatisfy({ $0 == 0 }) { return true }
        guard next.count == 8, identifier(next.prefix(4)) != nil else { return false }
        // Capitals of a long text look like an identifier, and the next ones are no size.
        let size = (major == 4 ? Self.synchsafe(next[4...]) : nil) ?? Self.plain(next[4...])
        return offset + Self.headerBytes + size <= limit
    }

    private func frame(_ place: Place, _ count: Int64, _ fetch: ByteFetch) throws(AudioError) -> Frame? {
        let content = try fetch(place.content, Int(count))
        var frame = Frame(identifier: place.identifier, content: [], size: place.size, flags: [0, 0])
        // What the flags add before the content.
        var extra = 0
        switch major {
        case 3:
            if place.flags[1] & 0x40 != 0 { return nil }
            let isGrouped = place.flags[1] & 0x20 != 0
            extra = isGrouped ? 1 : 0
            if place.flags[1] & 0x80 != 0 {
                // The size of what was compressed stands before the group.
                frame.flags = [0, 0x80]
                frame.content = Array(content.prefix(4) + content.dropFirst(4 + extra))
            } else {
                frame.content = Array(content.dropFirst(extra))
            }
        case 4:
            if place.flags[1] & 0x04 != 0 { return nil }
            extra = place.flags[1] & 0x40 != 0 ? 1 : 0
            // Some taggers say it of the tag alone, and some say so and do not do it.
            let isUnsynchronized = place.flags[1] & 0x02 != 0 || flags & 0x80 != 0 && Self.isSafe(content)
            if place.flags[1] & 0x08 != 0 {
                frame.flags = [0, place.flags[1] & ~0x42 | 0x01]
                // Where the size of what was compressed is missing, zlib's header stands at once.
                let hasSize = place.flags[1] & 0x01 != 0 || content.dropFirst(extra).first != 0x78
                let bare = (hasSize ? [] : [0, 0, 0, 0]) + content.dropFirst(extra)
                extra -= hasSize ? 0 : 4
                frame.content = isUnsynchronized ? bare.prefix(4) + Self.synchronized(bare.dropFirst(4)) : bare
                extra += bare.count - frame.content.count
                break
            }
            let told = place.flags[1] & 0x01 != 0 ? Self.synchsafe(content.dropFirst(extra)) : nil
            extra += place.flags[1] & 0x01 != 0 ? 4 : 0
            let bare = content.dropFirst(extra)
            frame.content = isUnsynchronized ? Self.synchronized(bare) : Array(bare)
            // The zeros that were taken out; of a frame that was cut short those that are known.
            extra += bare.count - frame.content.count
            if let told, told < place.size { extra = max(extra, Int(place.size - told)) }
        default: frame.content = Array(content)
        }
        frame.size = max(Int64(frame.content.count), place.size - Int64(extra))
        return frame
    }

    private func extendedHeaderBytes(
        at offset: Int64,
        _ limit: Int64,
        _ fetch: ByteFetch
    ) throws(AudioError) -> Int64 {
        let bytes = try fetch(offset, 4)
        // Some taggers set the flag and write none.
        guard bytes.count == 4, !bytes.allSatisfy(Self.isIdentifier) else { return 0 }
        // The size counts its own four bytes in 2.4 alone, and some mistake that.
        let told = major == 4 ? Self.synchsafe(bytes) ?? 0 : Self.plain(bytes)
        let (own, other) = major == 4 ? (told, told + 4) : (told + 4, told)
        return try leadingOn(own, or: other, from: offset, limit, fetch)
    }

    /// `own`, unless only `other` so many bytes behind `offset` leads to a frame or the end.
    private func leadingOn(
        _ own: Int64,
        or other: Int64,
        from offset: Int64,
        _ limit: Int64,
        _ fetch: ByteFetch
    ) throws(AudioError) -> Int64 {
        if try isFrameOrEnd(offset + own, limit, fetch) { return own }
        return try isFrameOrEnd(offset + other, limit, fetch) ? other : own
    }

    private static func plain(_ bytes: some Sequence<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }

    /// Without the zeros that unsynchronization puts behind each 0xFF.
    private static func synchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        for byte in bytes {
            if last != 0xFF || byte != 0 { plain.append(byte) }
            last = byte
        }
        return plain
    }

    /// Whether nothing in it looks like the beginning of an MPEG frame, as unsynchronization wants it.
    private static func isSafe(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).allSatisfy { $0 != 0xFF || $1 < 0xE0 }
    }

    /// A number in the low seven bits of each byte; nil where a high bit is set.
    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard bytes.count >= 4, bytes.prefix(4).allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.prefix(4).reduce(0) { $0 << 7 | Int64($1) }
    }

    static func isIdentifier(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (65...90).contains(byte) }
}
