/// The sets that differ from Windows-1252 in a few letters, of texts that look Western European in it. They are
/// recognised where a word is spelt as none of Western Europe is, and never by the letters alone: "ý" and "þ" are
/// Icelandic, "ø" and "è" stand in many languages.
enum LatinRelative {
    /// Nil: nothing speaks against Windows-1252.
    static func of(_ bytes: [UInt8]) -> CharacterSet? {
        let words = bytes.split { $0 < 0x80 && !isPlain($0) }.filter { word in word.contains { $0 >= 0x80 } }
        // One of mostly other letters is in a set of another kind.
        guard words.allSatisfy({ high($0) <= max(1, $0.count * 2 / 3) }) else { return nil }
        if bytes.allSatisfy({ $0 < 0xC0 || turkishText.contains($0) }), words.contains(where: isTurkish) {
            return .windows1254
        }
        guard words.allSatisfy({ high($0) <= max(1, $0.count / 2) && $0.allSatisfy(isCentralEuropean) }) else {
            return nil
        }
        let isSlavic = bytes.contains { [0x9A, 0x9E, 0xFD, 0x8A, 0x8E, 0xDD].contains($0) }
        return words.contains { isCentralEuropean($0, isSlavic: isSlavic) } ? .windows1250 : nil
    }

    // MARK: - Turkish

    /// ç ö ü â î û, and where Windows-1252 has the Icelandic letters ğ ı ş, small and capital.
    private static let turkishText: Set<UInt8> = [
        0xC7, 0xE7, 0xD6, 0xF6, 0xDC, 0xFC, 0xC2, 0xE2, 0xCE, 0xEE, 0xDB, 0xFB, 0xF0, 0xFD, 0xFE, 0xD0, 0xDD, 0xDE,
    ]

    private static func isTurkish(_ word: ArraySlice<UInt8>) -> Bool {
        let own = word.filter { [0xF0, 0xFD, 0xFE, 0xD0, 0xDD, 0xDE].contains($0) }
        guard !own.isEmpty else { return false }
        // Icelandic has no ç and ü, and hardly a word with two ý.
        if word.contains(where: { [0xE7, 0xC7, 0xFC, 0xDC].contains($0) }) { return true }
        // Where ı is, e and i are not: "Alþýðulýðveldið" is Icelandic.
        let isBack = !word.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "i") }
        if isBack, own.count(where: { $0 == 0xFD }) > 1 { return true }
        return word.indices.contains { index in
            let next = index + 1 < word.endIndex ? word[index + 1] : 0
            let last = index > word.startIndex ? word[index - 1] : 0
            let second = index + 2 < word.endIndex ? word[index + 2] : 0
            switch word[index] {
            // Þ stands before vowels, r, v and j ("uþb" is an abbreviation): "aşk", "barış".
            case 0xFE:
                return last != 0
                    && (next == 0 || isBack && next == 0xFD || isConsonant(next) && !has("rvjb", next))
            // "İstanbul", "İbrahim", "İnce": not before what Icelandic has there.
            case 0xDD: return last == 0 && (has("zb", next) || has("n", next) && has("cs", second))
            // "yıl", "ayın", "ağız".
            case 0xFD: return isBack && (has("y", last) || has("y", next) || last == 0xF0)
            // "dağlar", "oğlu".
            case 0xF0: return has("lm", next) && has("oaeu", last) && has("aou", second)
            default: return false
            }
        }
    }

    // MARK: - Central Europe

    /// á í ý š ž, small and capital: where they are in Windows-1252.
    private static let acutes: Set<UInt8> = [0xE1, 0xED, 0xFD, 0x9A, 0x9E, 0xC1, 0xCD, 0xDD, 0x8A, 0x8E]
    /// č ě ř ů ň, which are grave accents and ø there.
    private static let carons: Set<UInt8> = [0xE8, 0xEC, 0xF8, 0xF9, 0xF2, 0xC8, 0xCC, 0xD8, 0xD9, 0xD2]

    private static func isCentralEuropean(_ word: ArraySlice<UInt8>, isSlavic: Bool) -> Bool {
        // "Dvořák", "Janáček": no other language has both in a word, but Faroese: ř stands beside a vowel.
        if word.contains(where: { acutes.contains($0) }), word.indices.contains(where: { isCaron(at: $0, in: word) }) {
            return true
        }
        // "Dragojević".
        if word.count > 4, word.suffix(2).elementsEqual([UInt8(ascii: "i"), 0xE6]) { return true }
        return word.indices.contains { index in
            guard index > word.startIndex, index + 1 < word.endIndex else { return false }
            let (last, next) = (word[index - 1], word[index + 1])
            switch word[index] {
            // ł ą ż ľ ź: signs in Windows-1252, which stand around words and not in them.
            case 0xB3, 0xB9, 0xBF, 0xBE: return isPlain(last) && (isPlain(next) || next >= 0xC0)
            // ě and ů; Italian has ì at ends alone, and neither Gaelic nor Vietnamese has š, ž or ý with it.
            case 0xEC, 0xF9: return isSlavic && isPlain(last) && isPlain(next)
            default: return false
            }
        } || word.first == 0x9C && has("wlm", word.dropFirst().first ?? 0)
    }

    private static func isCaron(at index: Int, in word: ArraySlice<UInt8>) -> Bool {
        guard carons.contains(word[index]) else { return false }
        guard word[index] | 0x20 == 0xF8 else { return true }
        return [index - 1, index + 1].contains { place in
            word.indices.contains(place) && (has("aeiouy", word[place]) || acutes.contains(word[place]))
        }
    }

    /// Whether it is a letter in Windows-1250, or a sign that stands at words.
    private static func isCentralEuropean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xD7, 0xF7: false
        case 0xC0...0xFF, 0x8A, 0x8C...0x8F, 0x9A, 0x9C...0x9F, 0xA3, 0xA5, 0xAA, 0xAF, 0xB3, 0xB9, 0xBA, 0xBC, 0xBE,
            0xBF:
            true
        default: byte < 0x80 || [0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xA0, 0xAB, 0xBB].contains(byte)
        }
    }

    private static func has(_ letters: StaticString, _ byte: UInt8) -> Bool {
        letters.withUTF8Buffer { $0.contains(byte | 32) }
    }

    private static func high(_ word: ArraySlice<UInt8>) -> Int { word.count { $0 >= 0x80 } }

    private static func isConsonant(_ byte: UInt8) -> Bool { isPlain(byte) && !has("aeiouy", byte) }

    private static func isPlain(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
