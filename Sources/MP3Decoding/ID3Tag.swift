import AudioCore

/// An ID3v2 tag (2.2, 2.3, 2.4; id3.org's informal standards): its frames are looked at one by one where they lie, and
/// pictures are stepped over, so that a tag of many megabytes takes no memory.
struct ID3Tag {
    /// The offset behind the tag, as it claims.
    let end: Int64

    private let major: UInt8
    private let flags: UInt8
    private let start: Int64
    /// The offset behind the last frame.
    private let bodyEnd: Int64

    static let headerBytes: Int64 = 10
    /// Longer texts are not titles.
    private static let longestText: Int64 = 64 << 10
    /// A tag that is unsynchronized as a whole is read to this length; the texts come before the pictures.
    private static let unsynchronizedBytes = 256 << 10
    private static let mostFrames = 10_000

    /// Nil where there is no tag at `offset`.
    init?(_ window: inout SourceWindow, at offset: Int64) throws(AudioError) {
        let header = Array(try window.bytes(at: offset, count: Int(Self.headerBytes)))
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

    /// Gives each wanted frame to `tags`. What is damaged ends the reading; what was read stays.
    func read(_ window: inout SourceWindow, into tags: inout TrackTags) throws(AudioError) {
        // 2.2 has a compression that nobody defined.
        guard (2...4).contains(major), major > 2 || flags & 0x40 == 0 else { return }
        if flags & 0x80 != 0, major < 4 {
            let body = try window.bytes(at: start, count: Int(min(bodyEnd - start, Int64(Self.unsynchronizedBytes))))
            let plain = Self.synchronized(body)
            try readFrames(from: 0, to: Int64(plain.count), into: &tags) { offset, count in
                plain.dropFirst(Int(offset)).prefix(count)
            }
        } else {
            try readFrames(from: start, to: min(bodyEnd, window.size), into: &tags) {
                (offset, count) throws(AudioError) in
                try window.bytes(at: offset, count: count)
            }
        }
    }

    private typealias Fetch = (Int64, Int) throws(AudioError) -> ArraySlice<UInt8>

    private func readFrames(
        from first: Int64,
        to limit: Int64,
        into tags: inout TrackTags,
        fetch: Fetch
    ) throws(AudioError) {
        var offset = first
        if flags & 0x40 != 0 { offset += try extendedHeaderBytes(at: first, fetch) }
        for _ in 0..<Self.mostFrames {
            guard offset < limit, let frame = try frame(at: offset, limit, fetch) else { return }
            if TrackTags.wanted.contains(frame.identifier), frame.size <= Self.longestText {
                let content = try fetch(frame.content, Int(min(frame.size, limit - frame.content)))
                if let plain = plain(content, frame.flags) { tags.take(frame.identifier, plain) }
            }
            offset = frame.content + frame.size
        }
    }

    private struct Frame {
        var identifier: String
        var flags: UInt8
        var content: Int64
        var size: Int64
    }

    private func frame(at offset: Int64, _ limit: Int64, _ fetch: Fetch) throws(AudioError) -> Frame? {
        let letters = major == 2 ? 3 : 4
        let length = major == 2 ? 6 : 10
        let header = Array(try fetch(offset, length))
        guard header.count == length, header.prefix(letters).allSatisfy(Self.isIdentifier) else { return nil }
        let digits = header[letters..<(major == 2 ? 6 : 8)]
        var size = digits.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let content = offset + Int64(length)
        if major == 4, let safe = Self.synchsafe(digits), safe != size {
            // iTunes once wrote plain sizes into 2.4: they are right where only they lead to another frame.
            let follows = try isFrameOrEnd(content + size, limit, fetch)
            let safeFollows = try isFrameOrEnd(content + safe, limit, fetch)
            if safeFollows || !follows { size = safe }
        }
        return Frame(
            identifier: String(decoding: header.prefix(letters), as: UTF8.self),
            flags: major == 2 ? 0 : header[9],
            content: content,
            size: size
        )
    }

    private func isFrameOrEnd(_ offset: Int64, _ limit: Int64, _ fetch: Fetch) throws(AudioError) -> Bool {
        if offset == limit { return true }
        guard offset < limit else { return false }
        let next = try fetch(offset, 4)
        return next.allSatisfy { $0 == 0 } || next.allSatisfy(Self.isIdentifier)
    }

    /// A frame's content without what its flags add; nil where it is compressed or encrypted.
    private func plain(_ content: ArraySlice<UInt8>, _ flags: UInt8) -> ArraySlice<UInt8>? {
        switch major {
        case 3: return flags & 0xC0 != 0 ? nil : content.dropFirst(flags & 0x20 != 0 ? 1 : 0)
        case 4:
            guard flags & 0x0C == 0 else { return nil }
            let bare = content.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
            return flags & 0x02 != 0 ? Self.synchronized(bare)[...] : bare
        default: return content
        }
    }

    private func extendedHeaderBytes(at offset: Int64, _ fetch: Fetch) throws(AudioError) -> Int64 {
        let bytes = try fetch(offset, 4)
        guard bytes.count == 4 else { return 0 }
        if major == 4 { return Self.synchsafe(bytes) ?? 0 }
        return 4 + bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }

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

    /// A number in the low seven bits of each byte; nil where a high bit is set.
    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard bytes.count >= 4, bytes.prefix(4).allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.prefix(4).reduce(0) { $0 << 7 | Int64($1) }
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (65...90).contains(byte) }
}
