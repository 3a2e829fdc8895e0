/// Alphabets that are told by how their words are written, also where they are too few for statistics.
enum AlphabetShape {
    /// Nil where no word is as only one of them has it, or another word is not.
    static func of(_ bytes: [UInt8]) -> CharacterSet? {
        let words = bytes.split { $0 < 0x80 }
        guard words.joined().count > 2 else { return nil }
        if isGreek(words) { return .windows1253 }
        if isHebrew(words, bytes) { return .windows1255 }
        return isKOI8(words) ? .koi8 : nil
    }

    /// Small letters behind a first that may be a capital. A word of four has one accent, ς stands at its end and σ
    /// does not.
    private static func isGreek(_ words: [ArraySlice<UInt8>]) -> Bool {
        var hasProof = false
        for word in words {
            let isProper = word.dropFirst().allSatisfy { 0xDC...0xFE ~= $0 || $0 == 0xC0 || $0 == 0xE0 }
            let isCapital = word.allSatisfy { 0xC1...0xDB ~= $0 && $0 != 0xD2 }
            guard isProper || isCapital, let first = word.first, isGreekLetter(first) else { return false }
            if isCapital { continue }
            let accents = word.count { isAccented($0) }
            guard accents < 2, accents == 1 || word.count < 4 else { return false }
            guard !word.dropLast().contains(0xF2), word.last != 0xF3 || word.count == 1 else { return false }
            guard word.count < 3 || word.dropFirst().contains(where: { vowels.contains($0) || isAccented($0) }) else {
                return false
            }
            // In Cyrillic these are capitals.
            if word.dropFirst().contains(where: { 0xDC...0xDF ~= $0 }) { hasProof = true }
            if [0xA2, 0xB8, 0xB9, 0xBA, 0xBC, 0xBE, 0xBF].contains(first), word.count > 3 { hasProof = true }
        }
        return hasProof
    }

    private static let vowels: Set<UInt8> = [0xE1, 0xE5, 0xE7, 0xE9, 0xEF, 0xF5, 0xF9]

    private static func isGreekLetter(_ byte: UInt8) -> Bool {
        byte >= 0xC1 && byte != 0xD2 && byte != 0xFF || [0xA2, 0xB8, 0xB9, 0xBA, 0xBC, 0xBE, 0xBF].contains(byte)
    }

    private static func isAccented(_ byte: UInt8) -> Bool {
        0xDC...0xDF ~= byte || 0xFC...0xFE ~= byte
            || [0xC0, 0xE0, 0xA2, 0xB8, 0xB9, 0xBA, 0xBC, 0xBE, 0xBF].contains(byte)
    }

    /// No capitals, and five letters that have another form at the end: some word ends in one, and none has one
    /// elsewhere.
    private static func isHebrew(_ words: [ArraySlice<UInt8>], _ bytes: [UInt8]) -> Bool {
        let final: Set<UInt8> = [0xEA, 0xED, 0xEF, 0xF3, 0xF5]
        let other: Set<UInt8> = [0xEB, 0xEE, 0xF0, 0xF6]
        var ends = 0
        for word in words {
            guard let last = word.last, word.allSatisfy({ 0xE0...0xFA ~= $0 }), !other.contains(last),
                !word.dropLast().contains(where: { final.contains($0) })
            else { return false }
            ends += word.count > 1 && final.contains(last) ? 1 : 0
        }
        // Words of such letters may be Cyrillic without capitals.
        let guesses = [CharacterSetDetector.guess(bytes), CharacterSetDetector.insistentGuess(bytes)]
        return guesses.contains { ["WINDOWS-1255", "ISO-8859-8"].contains($0?.name) } && (ends > 0 || words.count > 1)
    }

    /// KOI8 has the small letters where Windows-1251 has the capitals: a capital first, and small ones.
    private static func isKOI8(_ words: [ArraySlice<UInt8>]) -> Bool {
        var letters = 0
        for word in words {
            let isProper = word.dropFirst().allSatisfy { 0xC0...0xDF ~= $0 || $0 == 0xA3 }
            guard isProper, word.first.map({ $0 >= 0xC0 || $0 == 0xA3 || $0 == 0xB3 }) == true else { return false }
            if word.count > 2, word.first.map({ $0 >= 0xE0 }) == true { letters += word.count }
        }
        return letters > 3
    }
}
