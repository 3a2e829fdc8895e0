/// Whether bytes look like text of Western Europe: its accented letters stand alone or among plain ones, where other
/// scripts write whole words above 0x7F.
enum LatinShape {
    static func fits(_ bytes: [UInt8]) -> Bool {
        bytes.split(whereSeparator: { $0 < 0x80 && !isPlainLetter($0) }).allSatisfy { fits(word: $0) }
    }

    private static func fits(word: ArraySlice<UInt8>) -> Bool {
        // Signs stand around words, not in them.
        let edges = word.drop(while: isSign)
        guard let last = edges.lastIndex(where: { !isSign($0) }) else { return word.count <= 3 }
        let core = edges[...last]
        guard word.count - core.count <= 4 else { return false }
        var (plain, accented, run, longestRun) = (0, 0, 0, 0)
        for byte in core {
            let isAccented = Windows1252.isLetter(byte)
            guard byte < 0x80 || isAccented || Windows1252.isJoint(byte) else { return false }
            plain += byte < 0x80 ? 1 : 0
            accented += isAccented ? 1 : 0
            run = isAccented ? run + 1 : 0
            longestRun = max(longestRun, run)
        }
        // "Größe" has two accented letters in a row, no language three; a word of nothing else has one: "à".
        return longestRun < 3 && (accented <= 1 || plain > 0 && accented <= plain * 2)
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte >= 0x80 && Windows1252.isSign(byte) }

    private static func isPlainLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
