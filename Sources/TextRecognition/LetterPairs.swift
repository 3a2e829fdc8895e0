/// The sets of Latin letters by how likely letters follow each other in their languages. Short words say too little
/// alone, so Windows-1252 has to be much less likely.
enum LetterPairs {
    /// Two letters, one of them above ASCII.
    struct Pair: Hashable {
        var first: Unicode.Scalar
        var second: Unicode.Scalar
    }

    typealias Table = [Pair: Double]

    /// The natural logarithm of how often the second letter follows the first, for each text of a table.
    private static let levels = [-1, -2.3, -3.7, -5.2, -7]
    /// Of pairs that no table has.
    private static let unheard = -9.0
    /// The same for vowels with accents and other letters that many languages of Western Europe have.
    private static let unusual = -6.0
    private static let sign = -4.0
    /// A long text is told by its beginning.
    private static let sample = 16 << 10
    private static let strange = -10.0
    private static let signs = Set("“”„‘’‚–…«»¿¡°©®½²³—\u{A0}™§·•€£´¨‹›ª".unicodeScalars)
    private static let rare = Set("ýðþšž".unicodeScalars)

    /// Nil where Windows-1252 is as likely as any.
    static func likeliest(_ bytes: [UInt8]) -> CharacterSet? {
        let bytes = Array(bytes.prefix(sample))
        let usual = score(Windows1252.text(of: bytes), western, isWestern: true)
        // By how much each has to be more likely. Turkish has six letters of its own, which stand where Icelandic's
        // are.
        let others: [(set: CharacterSet, table: Table, margin: Double)] = [
            (.windows1250, central, 6), (.windows1254, turkish, 7), (.windows1257, baltic, 7.5),
        ]
        var best: (set: CharacterSet, score: Double)?
        for other in others {
            guard let text = CharacterSetConverter.convert(bytes, from: other.set) else { continue }
            let score = score(text, other.table, isWestern: false) - other.margin
            if score > best?.score ?? usual { best = (other.set, score) }
        }
        return best?.set
    }

    private static func score(_ text: String, _ table: Table, isWestern: Bool) -> Double {
        var sum = 0.0
        var last: Unicode.Scalar = "^"
        for scalar in (text + "\n").lowercased().unicodeScalars {
            // What is left of "İ".
            if scalar == "\u{307}" {
                sum += sign
                continue
            }
            let isLetter =
                scalar.properties.isAlphabetic && scalar != "ª" && scalar != "º" || scalar == "'" && last != "^"
            if !isLetter, !scalar.isASCII { sum += signs.contains(scalar) ? sign : strange }
            let next = isLetter ? scalar : "$"
            if !(last.isASCII && next.isASCII) {
                let isUnusual = isWestern && !rare.contains(last) && !rare.contains(next)
                sum += table[Pair(first: last, second: next)] ?? (isUnusual ? unusual : unheard)
            }
            last = isLetter ? scalar : "^"
        }
        return sum
    }

    static func table(_ texts: [String]) -> Table {
        var table: Table = [:]
        for (text, level) in zip(texts, levels) {
            let scalars = Array(text.unicodeScalars)
            for index in stride(from: 0, to: scalars.count - 1, by: 2) {
                table[Pair(first: scalars[index], second: scalars[index + 1])] = level
            }
        }
        return table
    }
}
