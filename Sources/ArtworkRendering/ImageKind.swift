/// What an image is, by its first bytes and not by what somebody said of it.
enum ImageKind: String, Hashable, CaseIterable, Sendable {
    case png
    case jpeg
    case gif
    case bmp
    case webp

    init?(_ bytes: [UInt8]) {
        func begins(_ with: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: with) }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins(Array("GIF8".utf8)) {
            self = .gif
        } else if begins(Array("BM".utf8)) {
            self = .bmp
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else {
            return nil
        }
    }

    var mimeType: String { "image/\(rawValue)" }
}

/// What a decoder is not given: images that cost much more than they show.
enum ImageScreening {
    /// JPEG's progressive pictures hold up to about ten scans; each of them costs as much as a whole picture.
    private static let maximumScans = 64

    /// The bytes to decode.
    /// - Returns: nil where the image is refused.
    static func screened(_ bytes: [UInt8], _ kind: ImageKind) -> [UInt8]? {
        switch kind {
        case .bmp, .webp: bytes
        case .png: isWhole(bytes) ? bytes : nil
        case .jpeg: scans(bytes) <= maximumScans && hasEnd(bytes) ? bytes : nil
        case .gif: firstFrame(bytes)
        }
    }

    /// Whether a PNG's chunks go on to its last one (PNG, section 5.3). What is cut off would show half a picture.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let isLast = bytes[place + 4..<place + 8].elementsEqual("IEND".utf8)
            place += length + 12
            if isLast { return place <= bytes.count }
        }
        return false
    }

    /// Start-of-scan markers (ITU T.81, B.1.1.3); in a scan's data a 0xFF is followed by zero or a restart marker.
    private static func scans(_ bytes: [UInt8]) -> Int {
        var count = 0
        for place in bytes.indices.dropLast() where bytes[place] == 0xFF && bytes[place + 1] == 0xDA { count += 1 }
        return count
    }

    /// A picture that was cut off has no end-of-image marker; rubbish may follow a whole one.
    private static func hasEnd(_ bytes: [UInt8]) -> Bool {
        var place = bytes.count - 1
        while place > 1 {
            if bytes[place] == 0xD9, bytes[place - 1] == 0xFF { return true }
            place -= 1
        }
        return false
    }

    /// A GIF up to the end of its first image (GIF89a, sections 17 to 23): an animation is as large as its frames
    /// together.
    private static func firstFrame(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 13 else { return nil }
        var place = 13 + colourTable(bytes[10])
        while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                guard let next = afterBlocks(bytes, place + 2) else { return nil }
                place = next
            case 0x2C:
                guard place + 9 < bytes.count else { return nil }
                guard let end = afterBlocks(bytes, place + 11 + colourTable(bytes[place + 9])) else { return nil }
                return bytes[..<end] + [0x3B]
            default: return nil
            }
        }
        return nil
    }

    private static func colourTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private static func afterBlocks(_ bytes: [UInt8], _ start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            let length = Int(bytes[place])
            place += length + 1
            if length == 0 { return place }
        }
        return nil
    }
}
