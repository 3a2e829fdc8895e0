/// Which character sets bytes may be in that are neither UTF-8 nor UTF-16, the likeliest first. None: Windows-1252.
///
/// uchardet is not asked of text that looks Western European: of "Motörhead" it makes ISO-8859-2, of "naïve" IBM852.
/// And what it answers of a few characters is believed only where they look like ordinary text in that set.
enum CharacterSetChoice {
    /// Below this share of frequent characters a guess of the detector is not believed.
    private static let believable = 0.6
    /// From this share on they are ordinary text, if nothing says otherwise.
    private static let ordinary = 0.75
    /// What is tried without the detector's word has to look better.
    private static let convincing = 0.9
    /// Bytes above 0x7F from which on the detector's statistics of alphabets can be relied on.
    private static let enoughLetters = 12

    static func candidates(for bytes: [UInt8]) -> [CharacterSet] {
        let high = bytes.count { $0 >= 0x80 }
        if high == 0 {
            // An escape: ISO-2022, or nothing of the kind.
            return CharacterSetDetector.guess(bytes).map { [$0] } ?? []
        }
        if let relative = LatinRelative.of(bytes) { return [relative] }
        if LatinShape.fits(bytes) { return LetterPairs.likeliest(bytes).map { [$0] } ?? [] }
        if let alphabet = AlphabetShape.of(bytes) { return [alphabet] }
        var found: [CharacterSet] = []
        if [.korean, .gb18030].allSatisfy({ (Plausibility.of(bytes, in: $0) ?? 0) >= convincing }),
            (Plausibility.of(bytes, in: .windows1251) ?? 0) < convincing, let choice = CommonCharacters.choice(bytes)
        {
            found.append(choice)
        }
        for guess in [CharacterSetDetector.guess(bytes), CharacterSetDetector.insistentGuess(bytes)] {
            if let guess, isBelievable(guess, bytes, high: high) { found.append(guess) }
        }
        found += convincing(bytes)
        let letters = bytes.count { (97...122).contains($0 | 32) }
        if found.isEmpty, high > letters, (Plausibility.of(bytes, in: .gb18030) ?? 0) >= believable {
            found.append(.gb18030)
        }
        // Central European letters where Windows-1252 has nothing.
        if found.isEmpty, bytes.contains(where: { [0x8D, 0x8F, 0x9D].contains($0) }) { found.append(.windows1250) }
        return found
    }

    private static func isBelievable(_ guess: CharacterSet, _ bytes: [UInt8], high: Int) -> Bool {
        if let score = Plausibility.of(bytes, in: guess) {
            // Capitals in Cyrillic are valid Chinese; Chinese that is written like Cyrillic words is rare.
            let cyrillic = Plausibility.of(bytes, in: .windows1251) ?? 0
            return score >= believable && (guess == .windows1251 || cyrillic < 1)
        }
        let western = ["ISO-8859-1", "ISO-8859-15", "WINDOWS-1252"]
        let multibyte: [CharacterSet] = [.gb18030, .shiftJIS, .eucJP, .korean, .big5]
        guard high >= enoughLetters, !western.contains(guess.name), !multibyte.contains(guess) else { return false }
        // Frequent Chinese and Korean characters throughout are no other alphabet's.
        return ![.gb18030, .korean].contains { (Plausibility.of(bytes, in: $0) ?? 0) >= ordinary }
    }

    private static func convincing(_ bytes: [UInt8]) -> [CharacterSet] {
        let sets: [CharacterSet] = [.windows1251, .shiftJIS, .gb18030, .korean, .big5]
        return sets.filter { (Plausibility.of(bytes, in: $0) ?? 0) >= convincing }
    }
}
