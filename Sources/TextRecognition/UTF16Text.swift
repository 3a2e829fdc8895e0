/// UTF-16, by its byte order mark or by where its zero bytes stand.
enum UTF16Text {
    /// Nil where there is no byte order mark.
    static func marked(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) { return decode(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return decode(bytes.dropFirst(2), isBigEndian: true) }
        return nil
    }

    /// A text of one byte a character has no zeros; in UTF-16 every blank, digit and line end has one, in the half that
    /// tells the byte order. Nil where it is not UTF-16.
    static func unmarked(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2, bytes.contains(0) else { return nil }
        let pairs = bytes.count / 2
        var zeros = (first: 0, second: 0)
        for pair in 0..<pairs {
            zeros.first += bytes[pair * 2] == 0 && bytes[pair * 2 + 1] != 0 ? 1 : 0
            zeros.second += bytes[pair * 2] != 0 && bytes[pair * 2 + 1] == 0 ? 1 : 0
        }
        guard zeros.first != zeros.second else { return nil }
        return decode(bytes[...], isBigEndian: zeros.first > zeros.second)
    }

    /// Unpaired surrogates become U+FFFD, an odd last byte is left out.
    private static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
