import AudioCore
private import CTagLib

/// What TagLib makes of the frames of one ID3v2 tag. TagLib is given a clean tag made of the wanted frames alone,
/// bounded and with true sizes, never the file: it reads tags of any size into memory, inflates without a limit, and
/// follows chapters in chapters as deep as they go.
struct ID3Document {
    private(set) var items: [TagItem] = []

    /// Frames of one tag together.
    private static let excerptBytes = 12 << 20
    /// Compressed frames together: zlib makes a thousand times as much of them at most.
    private static let compressedBytes = 16 << 10
    private static let mostFrames = 10_000

    /// - Parameters:
    ///   - frames: of a tag of version `major`, 2 to 4.
    init(_ frames: [ID3Tag.Frame], major: UInt8) {
        var body: [UInt8] = []
        var compressed = 0
        var pictures: [Int] = []
        for frame in frames.prefix(Self.mostFrames) {
            if frame.identifier == "RGAD" { items += RadioGain.items(frame.content) }
            // TagLib stops at an empty frame.
            if frame.content.isEmpty || body.count + frame.content.count > Self.excerptBytes { continue }
            if frame.isCompressed {
                compressed += frame.content.count
                if compressed > Self.compressedBytes || frame.content.count < frame.size { continue }
            }
            if Self.isPicture(frame.identifier) { pictures.append(Int(frame.size) - frame.content.count) }
            Self.append(frame, major: major, to: &body)
        }
        let tag = Array("ID3".utf8) + [major, 0, 0] + Self.synchsafe(body.count) + body
        // Behind it a little that is nothing: TagLib looks for tags at the end as well.
        read(tag + [UInt8](repeating: 0, count: 256), missing: pictures)
    }

    static func isPicture(_ identifier: String) -> Bool { identifier == "APIC" || identifier == "PIC" }

    private static func append(_ frame: ID3Tag.Frame, major: UInt8, to body: inout [UInt8]) {
        let content = frame.isCompressed ? frame.content : FrameText.repaired(frame)
        switch frame.identifier {
        // TagLib passes over the year of 2.3 in a tag of 2.4.
        case "TYER" where major == 4: body += "TDRL".utf8
        // RVA2's name in 2.3.
        case "XRVA": body += "RVA2".utf8
        default: body += frame.identifier.utf8
        }
        let size = content.count
        switch major {
        case 2: body += [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
        case 3: body += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + frame.flags
        default: body += synchsafe(size) + frame.flags
        }
        body += content
    }

    private static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }

    /// - Parameter missing: for each picture frame in turn, the bytes that were cut off.
    private mutating func read(_ tag: [UInt8], missing: [Int]) {
        guard let document = tag.withUnsafeBufferPointer({ ctag_open($0.baseAddress, $0.count) }) else { return }
        defer { ctag_close(document) }
        var pictures = 0
        for index in 0..<ctag_count(document) {
            let item = ctag_item(document, index)
            if item.kind == CTAG_PICTURE {
                var picture = Self.picture(item)
                picture.ordinal = pictures
                if pictures < missing.count, !picture.isLinked { picture.size += missing[pictures] }
                pictures += 1
                items.append(.picture(picture))
            } else if let item = Self.item(item) {
                items.append(item)
            }
        }
    }

    private static func item(_ item: CTagItem) -> TagItem? {
        let value = text(item.value, item.value_count, item)
        let key = text(item.key, item.key_count, item)
        switch item.kind {
        case CTAG_TEXT: return .text(frame: identifier(item), value)
        case CTAG_USER_TEXT: return .named(plain(key), value)
        case CTAG_COMMENT: return .comment(description: key, value)
        case CTAG_LYRICS: return .lyrics(description: key, value)
        case CTAG_TIMED_LYRICS:
            return .timedLyrics(item.counts_frames ? .frames(item.number) : .milliseconds(item.number), value)
        case CTAG_VOLUME:
            // 1 is the master volume; other channels are for set-ups that nobody has.
            guard item.number == 1 else { return nil }
            return .volume(identification: plain(key), gain: item.gain, peak: item.peak > 0 ? item.peak : nil)
        default: return nil
        }
    }

    private static func picture(_ item: CTagItem) -> TagPicture {
        let mime = item.mime.map { String(cString: $0) } ?? ""
        return TagPicture(
            kind: Int(clamping: item.number),
            description: text(item.key, item.key_count, item),
            bytes: Array(UnsafeBufferPointer(start: item.value, count: item.value_count)),
            size: item.value_count,
            isLinked: mime == "-->"
        )
    }

    private static func identifier(_ item: CTagItem) -> String {
        let (a, b, c, d, _) = item.id
        return String(decoding: [a, b, c, d].map { UInt8(bitPattern: $0) }.filter { $0 != 0 }, as: UTF8.self)
    }

    private static func text(_ start: UnsafePointer<UInt8>?, _ count: Int, _ item: CTagItem) -> TagText {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        return item.is_undeclared ? .undeclared(Array(bytes)) : .known(String(decoding: bytes, as: UTF8.self))
    }

    /// Names of fields are ASCII in all that is known of them.
    private static func plain(_ text: TagText) -> String {
        switch text {
        case .known(let text): text
        case .undeclared(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The name of one of ID3v1's genres.
    static func genre(_ number: Int) -> String? {
        guard let number = Int32(exactly: number), number >= 0 else { return nil }
        var name = [CChar](repeating: 0, count: 128)
        guard ctag_genre(number, &name, name.count) else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
