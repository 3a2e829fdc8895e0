/// Where to go in a track, as people write it.
package enum SeekTarget: Hashable, Sendable {
    /// Milliseconds from the track's start.
    case absolute(Int64)
    /// Milliseconds from the present position.
    case relative(Int64)

    /// Reads `M:SS`, `H:MM:SS` or seconds, with up to three decimals; with `+` or `-` before it, from here.
    /// nil where the text is none of these.
    package init?(_ text: String) {
        guard let first = text.utf8.first else { return nil }
        let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
        guard let amount = Self.milliseconds(isSigned ? text.dropFirst() : text[...]) else { return nil }
        self = isSigned ? .relative(first == UInt8(ascii: "-") ? -amount : amount) : .absolute(amount)
    }

    /// Reads a time without a sign, as `init(_:)` does.
    package static func milliseconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(seconds[0], upTo: 9) else { return nil }
        var total = whole * 1_000
        if seconds.count == 2 {
            guard let fraction = digits(seconds[1], upTo: 3) else { return nil }
            total += fraction * [100, 10, 1][seconds[1].utf8.count - 1]
        }
        // What stands behind a colon counts sixtieths.
        guard parts.count == 1 || whole < 60 else { return nil }
        var unit: Int64 = 60_000
        for (index, part) in parts.dropLast().reversed().enumerated() {
            guard let value = digits(part, upTo: 6), value < 60 || index == parts.count - 2 else { return nil }
            total += value * unit
            unit *= 60
        }
        return total
    }

    private static func digits(_ text: Substring, upTo limit: Int) -> Int64? {
        guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
