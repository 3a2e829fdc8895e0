/// Byte order marks for UTF-16 without one. The standard demands one at each string, taggers forget it, and TagLib reads
/// nothing then.
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
            } else if string.count >= 2 {
                // As the string before, else as it looks.
                repaired += isBigEndian ?? looksBigEndian(string) ? [0xFE, 0xFF] : [0xFF, 0xFE]
            }
            repaired += string
        }
        return repaired
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

    /// Little-endian, as most writers are, unless every second byte from the first on is zero.
    private static func looksBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool {
        var zeros = 0
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            zeros += bytes[index] == 0 ? 1 : 0
            index += 2
        }
        return zeros * 4 > bytes.count
    }
}
