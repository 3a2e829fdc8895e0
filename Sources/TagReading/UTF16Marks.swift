/// Byte order marks for UTF-16 without one, and whole surrogate pairs. The standard demands a mark at each string,
/// taggers forget it or cut a pair, and TagLib reads nothing then.
enum UTF16Marks {
    /// A frame's content with a mark before each string that has none.
    /// - Parameter head: the bytes before the first string.
    static func repaired(_ content: [UInt8], head: Int) -> [UInt8] {
        var repaired = Array(content.prefix(head))
        var isBigEndian: Bool?
        for (number, string) in strings(content[head...]).enumerated() {
            if number > 0 { repaired += [0, 0] }
            if string.starts(with: [0xFF, 0xFE]) || string.starts(with: [0xFE, 0xFF]) {
                isBigEndian = string.first == 0xFE
                repaired += string.prefix(2) + paired(string.dropFirst(2), isBigEndian: string.first == 0xFE)
            } else if string.count >= 2 {
                // As the string before, else as it looks.
                let isBig = isBigEndian ?? looksBigEndian(string)
                repaired += (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + paired(string, isBigEndian: isBig)
            } else {
                repaired += string
            }
        }
        return repaired
    }

    /// With U+FFFD for half a surrogate pair.
    private static func paired(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        text(bytes, isBigEndian: isBigEndian).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Parts between pairs of zeros at even places.
    private static func strings(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index + 1 < bytes.endIndex {
            if bytes[index] == 0, bytes[index + 1] == 0 {
                parts.append(bytes[start..<index])
                start = index + 2
            }
            index += 2
        }
        parts.append(bytes[start...])
        return parts
    }

    /// Little-endian, as most writers are, unless every second byte from the first on is zero, or only that makes
    /// characters.
    private static func looksBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool {
        var zeros = 0
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            zeros += bytes[index] == 0 ? 1 : 0
            index += 2
        }
        return zeros * 4 > bytes.count || strangers(bytes, isBigEndian: false) > strangers(bytes, isBigEndian: true)
    }

    /// How many characters nobody writes.
    private static func strangers(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Int {
        text(bytes, isBigEndian: isBigEndian).unicodeScalars.count { scalar in
            switch scalar.properties.generalCategory {
            case .privateUse, .unassigned, .control: true
            default: scalar == "\u{FFFD}"
            }
        }
    }
}
