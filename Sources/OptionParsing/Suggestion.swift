/// "Did you mean": the known word that a mistyped one is nearest to.
package enum Suggestion {
    /// The nearest of `words`, or nil where none is near: at most one edit for each three letters, or the only word
    /// that begins with what was typed, or with which that begins.
    package static func nearest(to typed: String, in words: [String]) -> String? {
        let ranked = words.map { (word: $0, distance: distance(Array(typed.utf8), Array($0.utf8))) }
        if let best = ranked.min(by: { $0.distance < $1.distance }),
            best.distance <= max(1, min(typed.utf8.count, 30) / 3)
        {
            return best.word
        }
        let beginning = words.filter {
            typed.utf8.count >= 2 && $0.hasPrefix(typed) || $0.utf8.count >= 3 && typed.hasPrefix($0)
        }
        return beginning.count == 1 ? beginning.first : nil
    }

    /// Edits (insert, remove, replace, swap two neighbours) from `a` to `b`: the optimal string alignment distance.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        // Nobody mistypes a word of this length into a short one: its beginning tells as much.
        let a = a.prefix(64)
        let b = b.prefix(64)
        var beforeLast = [Int]()
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
