import Testing
import TextRecognition

/// How much is recognised of what nobody told the set of: a change may raise these rates and lower none.
@Suite struct RecognitionRateTests {
    private static let sets = LegacyWords.sets + LegacyWords.latin
    let recognizer = TextRecognizer()

    @Test(arguments: Self.sets.indices) func wordsAreRecognised(index: Int) throws {
        let set = Self.sets[index]
        let alone = try set.words.filter { try recognizer.text(of: encoded($0, set.name)) == $0 }
        #expect(alone.count >= set.alone, "\(set.name), not: \(Set(set.words).subtracting(alone))")
    }

    /// As the texts of a tag are.
    @Test(arguments: Self.sets.indices) func wordsAreRecognisedTogether(index: Int) throws {
        let set = Self.sets[index]
        let rows = Self.rows(set.words)
        let right = try rows.filter { try recognizer.text(of: encoded($0, set.name)) == $0 }
        #expect(right.count >= set.together, "\(set.name), not: \(Set(rows).subtracting(right))")
    }

    @Test func westernWordsStay() throws {
        for words in [LegacyWords.western, LegacyWords.moreWestern] {
            for word in words + Self.rows(words) {
                #expect(recognizer.text(of: try encoded(word, "WINDOWS-1252")) == word)
            }
        }
    }

    /// Three neighbours each.
    private static func rows(_ words: [String]) -> [String] {
        words.indices.map { index in
            (0..<3).map { words[(index + $0) % words.count] }.joined(separator: "\n")
        }
    }
}
