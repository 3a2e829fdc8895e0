/// How much bytes look like ordinary text in a set, from 0 to 1; nil where they are not valid in it. The classes are
/// those by which the sets are ordered: frequent characters first (GB2312 level 1, JIS level 1, KS X 1001's Hangul,
/// Big5 level 1).
enum Plausibility {
    static func of(_ bytes: [UInt8], in set: CharacterSet) -> Double? {
        switch set {
        case .gb18030:
            pairs(bytes, leads: 0x81...0xFE, trails: [0x40...0x7E, 0x80...0xFE]) { lead, trail in
                trail >= 0xA1 && (0xB0...0xD7 ~= lead || lead == 0xA1 || lead == 0xA3)
            }
        case .korean:
            pairs(bytes, leads: 0x81...0xFE, trails: [0x41...0x5A, 0x61...0x7A, 0x81...0xFE]) { lead, trail in
                trail >= 0xA1 && (0xB0...0xC8 ~= lead || lead == 0xA1 || lead == 0xA3)
            }
        case .big5:
            pairs(bytes, leads: 0xA1...0xF9, trails: [0x40...0x7E, 0xA1...0xFE]) { lead, _ in 0xA1...0xC6 ~= lead }
        case .eucJP:
            pairs(bytes, leads: 0xA1...0xFE, trails: [0xA1...0xFE]) { lead, _ in 0xB0...0xCF ~= lead || lead <= 0xA5 }
        case .shiftJIS: shiftJIS(bytes)
        case .windows1251: cyrillic(bytes, isSmall: isSmallCyrillic, isCapital: isCapitalCyrillic)
        // KOI8 has the small letters where Windows has the capitals.
        case .koi8:
            cyrillic(bytes, isSmall: { 0xC0...0xDF ~= $0 || $0 == 0xA3 }, isCapital: { $0 >= 0xE0 || $0 == 0xB3 })
        default: nil
        }
    }

    private static func pairs(
        _ bytes: [UInt8],
        leads: ClosedRange<UInt8>,
        trails: [ClosedRange<UInt8>],
        _ isCommon: (UInt8, UInt8) -> Bool
    ) -> Double? {
        var (all, common, cut, index) = (0, 0, 0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            if lead < 0x80 { continue }
            // A character that is cut off at the end of a line speaks neither for nor against, if it is one of many.
            if index == bytes.count || bytes[index] == 10 {
                cut += 1
                continue
            }
            guard leads ~= lead, trails.contains(where: { $0 ~= bytes[index] }) else { return nil }
            all += 1
            common += isCommon(lead, bytes[index]) ? 1 : 0
            index += 1
        }
        return all <= cut ? nil : Double(common) / Double(all)
    }

    /// Double bytes, and katakana of one byte each, which hardly anybody writes any more.
    private static func shiftJIS(_ bytes: [UInt8]) -> Double? {
        var (all, common, index) = (0, 0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            if lead < 0x80 { continue }
            all += 1
            if 0xA1...0xDF ~= lead { continue }
            guard 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead, index < bytes.count, bytes[index] >= 0x40,
                bytes[index] != 0x7F, bytes[index] <= 0xFC
            else { return nil }
            common += 0x81...0x84 ~= lead || 0x88...0x98 ~= lead ? 1 : 0
            index += 1
        }
        return all == 0 ? nil : Double(common) / Double(all)
    }

    /// The share of letters in words that are written as words are: small, capital, or small with a capital first.
    /// Without any word of three letters there is none to tell that by.
    private static func cyrillic(
        _ bytes: [UInt8],
        isSmall: (UInt8) -> Bool,
        isCapital: (UInt8) -> Bool
    ) -> Double? {
        var (all, common, longest) = (0, 0, 0)
        for word in bytes.split(whereSeparator: { !isCyrillicWordPart($0) }) {
            let high = word.count { $0 >= 0x80 }
            guard high > 0 else { continue }
            all += high
            let isProper = word.dropFirst().allSatisfy(isSmall) || word.allSatisfy(isCapital)
            guard isProper, word.allSatisfy({ isSmall($0) || isCapital($0) }) else { continue }
            common += high
            longest = max(longest, high)
        }
        return all == 0 ? nil : longest < 3 ? 0 : Double(common) / Double(all)
    }

    /// Letters, and signs that only a wrong guess puts among them.
    private static func isCyrillicWordPart(_ byte: UInt8) -> Bool {
        if byte < 0x80 { return (97...122).contains(byte | 32) }
        switch byte {
        case 0x84, 0x85, 0x91...0x97, 0x99, 0xA0, 0xA9, 0xAB, 0xAE, 0xB0, 0xB9, 0xBB: return false
        default: return true
        }
    }

    /// а-я, ё, and Ukrainian's and Belarusian's і, ї, є, ґ, ў.
    private static func isSmallCyrillic(_ byte: UInt8) -> Bool {
        byte >= 0xE0 || [0xB8, 0xB3, 0xBF, 0xBA, 0xB4, 0xA2].contains(byte)
    }

    private static func isCapitalCyrillic(_ byte: UInt8) -> Bool {
        0xC0...0xDF ~= byte || [0xA8, 0xB2, 0xAF, 0xAA, 0xA5, 0xA1].contains(byte)
    }
}
