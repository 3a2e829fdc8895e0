extension String {
    /// Its beginning, of at most `limit` bytes of UTF-8, with whole characters: for texts from tags and networks, which
    /// go into answers and events of limited size. A single character that is longer is cut between its scalars.
    package func cut(toBytes limit: Int = 1_024) -> String {
        guard utf8.count > limit else { return self }
        // A prefix ends on a scalar.
        let end = self[..<utf8.index(startIndex, offsetBy: limit)].endIndex
        guard end > startIndex else { return "" }
        // Made anew, because the index of a prefix remembers how long its character is there.
        let before = self[..<end].index(before: end)
        let last = utf8.index(startIndex, offsetBy: utf8.distance(from: startIndex, to: before))
        let isWhole = index(after: last) <= end
        return String(self[..<(isWhole || last == startIndex ? end : last)])
    }
}
