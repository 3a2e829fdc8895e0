import AudioCore

/// The tags of one file, the better first: ID3v2 from the front on, APE, ID3v1.
struct TagSet {
    struct Tag {
        /// "ID3v2.4", "APEv2", "ID3v1".
        var name: String
        var items: [TagItem]
        /// Where a picture can be read whole.
        fileprivate var source: Source
    }

    fileprivate enum Source {
        case id3(ID3Tag)
        case ape(APETag)
        case version1
    }

    private(set) var tags: [Tag] = []
    /// How long a frame of the audio behind the first tags is; nil where that was not looked at.
    private(set) var frame: FrameDuration?
    private let isStream: Bool

    /// Some taggers put a new tag before the old one.
    private static let mostStacked = 16
    /// What of a picture is read to tell its type and description.
    private static let pictureBytes = 4 << 10
    private static let longestText = 64 << 10
    private static let longestLyrics = 512 << 10
    /// What of a tag that is unsynchronized as a whole is read for its texts, which mostly come before the pictures.
    private static let unsynchronizedBytes = 8 << 20
    /// The same of a stream, which comes slowly.
    private static let unsynchronizedHead = 256 << 10

    init(_ file: TagFile) throws(AudioError) {
        let fetch: ByteFetch = { (offset, count) throws(AudioError) in try file.bytes(at: offset, count: count) }
        isStream = false
        try readHead(file.size, try WaveChunks.tag(fetch) ?? 0, fetch)
        try readEnd(file.size, fetch)
    }

    /// The tags at the beginning alone.
    init(headOf size: Int64, _ fetch: ByteFetch) throws(AudioError) {
        isStream = true
        try readHead(size, 0, fetch)
    }

    private mutating func readHead(_ size: Int64, _ first: Int64, _ fetch: ByteFetch) throws(AudioError) {
        var start = first
        for _ in 0..<Self.mostStacked {
            guard let tag = try ID3Tag(at: start, fetch) else { break }
            try read(tag, size, fetch)
            // A tag that claims to reach beyond the end lies; what follows its header is searched.
            start = tag.end <= size ? tag.end : start + ID3Tag.headerBytes
        }
        if !isStream { frame = try FrameDuration(near: start, fetch) }
        if let ape = try APETag(startingAt: start, fetch) {
            tags.append(Tag(name: ape.name, items: ape.items, source: .ape(ape)))
        }
    }

    private mutating func read(_ tag: ID3Tag, _ size: Int64, _ fetch: ByteFetch) throws(AudioError) {
        var frames: [ID3Tag.Frame] = []
        try tag.readFrames(
            size: size,
            unsynchronizedBytes: isStream ? Self.unsynchronizedHead : Self.unsynchronizedBytes,
            fetch: fetch,
            limit: Self.limit,
            take: { frames.append($0) }
        )
        let document = ID3Document(frames, major: tag.major)
        tags.append(Tag(name: "ID3v2.\(tag.major)", items: document.items, source: .id3(tag)))
    }

    /// What may stand behind the audio, from the end on.
    private mutating func readEnd(_ size: Int64, _ fetch: ByteFetch) throws(AudioError) {
        var end = size
        var ape = try APETag(endingAt: end, fetch)
        let tail = try fetch(end - Int64(ID3Version1.bytes), ID3Version1.bytes)
        let version1 = ID3Version1.items(tail)
        if ape == nil, tail.count == ID3Version1.bytes, tail.starts(with: "TAG".utf8) {
            end -= Int64(ID3Version1.bytes)
            end -= try Self.lyrics3Bytes(endingAt: end, fetch)
            ape = try APETag(endingAt: end, fetch)
        }
        if ape == nil, let tag = try ID3Tag(endingAt: end, fetch) { try read(tag, size, fetch) }
        if let ape { tags.append(Tag(name: ape.name, items: ape.items, source: .ape(ape))) }
        if !version1.isEmpty { tags.append(Tag(name: "ID3v1", items: version1, source: .version1)) }
    }

    /// Lyrics3 version 2 stands before ID3v1 and is not read: its length, six digits and "LYRICS200" (id3.org's
    /// Lyrics3v2).
    private static func lyrics3Bytes(endingAt end: Int64, _ fetch: ByteFetch) throws(AudioError) -> Int64 {
        let tail = try fetch(end - 15, 15)
        guard tail.count == 15, tail.dropFirst(6).elementsEqual("LYRICS200".utf8),
            let size = Int64(String(decoding: tail.prefix(6), as: UTF8.self)), size + 15 <= end
        else { return 0 }
        return size + 15
    }

    /// How much of a frame is wanted: what makes a description, and of pictures their beginning.
    private static func limit(_ identifier: String) -> Int {
        switch identifier {
        case "APIC", "PIC": pictureBytes
        case "USLT", "ULT", "SYLT", "SLT": longestLyrics
        case "COMM", "COM", "RVA2", "XRVA", "RGAD": longestText
        case let identifier where identifier.hasPrefix("T"): longestText
        default: 0
        }
    }

    /// A picture of one of the tags, whole.
    /// - Returns: nil where it is longer than `limit` or not there.
    func picture(_ picture: TagPicture, of tag: Tag, in file: TagFile, limit: Int) throws(AudioError) -> [UInt8]? {
        guard picture.size <= limit else { return nil }
        switch tag.source {
        case .version1: return nil
        case .ape(let ape):
            guard ape.pictures.indices.contains(picture.ordinal) else { return nil }
            let place = ape.pictures[picture.ordinal]
            return Array(try file.bytes(at: place.offset, count: place.count))
        case .id3(let id3):
            var frames: [ID3Tag.Frame] = []
            var next = 0
            try id3.readFrames(
                size: file.size,
                unsynchronizedBytes: limit + Self.unsynchronizedBytes,
                fetch: { (offset, count) throws(AudioError) in try file.bytes(at: offset, count: count) },
                limit: { identifier in
                    guard ID3Document.isPicture(identifier) else { return 0 }
                    next += 1
                    // The frame is a little longer than the image in it.
                    return next - 1 == picture.ordinal ? limit + Self.pictureBytes : 0
                },
                take: { frames.append($0) }
            )
            return ID3Document(frames, major: id3.major).items.lazy.compactMap {
                if case .picture(let picture) = $0 { picture.bytes } else { nil }
            }.first
        }
    }
}
