import AudioCore

extension Substring.UTF8View {
    mutating func skipSpaces() {
        self = drop { $0 == 0x20 || $0 == 0x09 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }

    /// Takes a stamp at the start: minutes, seconds, and up to nine digits of a fraction behind `.`, `,` or a second
    /// colon; or hours, minutes, seconds and a fraction behind a point: `[1:02]`, `[01:02.3]`, `[01:02:30]`,
    /// `[1:01:02.345]`.
    /// - Returns: nil where there is none; then nothing is taken.
    mutating func takeStamp(open: Unicode.Scalar, close: Unicode.Scalar) -> Interval? {
        var rest = self
        guard rest.take(open) else { return nil }
        rest.skipBlanks()
        guard let first = rest.takeNumber(upTo: 4), rest.take(":"), let second = rest.takeNumber(upTo: 2) else {
            return nil
        }
        var minutes = first
        var seconds = second
        var nanoseconds: Int64 = 0
        if rest.take(":") {
            guard let third = rest.takeFraction() else { return nil }
            if rest.take("."), let fraction = rest.takeFraction(), third.digits <= 2 {
                minutes = first * 60 + second
                seconds = third.value
                nanoseconds = fraction.nanoseconds
            } else {
                nanoseconds = third.nanoseconds
            }
        } else if rest.take(".") || rest.take(",") {
            // A point with nothing behind it is a fraction of no digits.
            nanoseconds = rest.takeFraction()?.nanoseconds ?? 0
        }
        rest.skipBlanks()
        guard rest.take(close) else { return nil }
        self = rest
        return Interval(nanoseconds: (minutes * 60 + seconds) * 1_000_000_000 + nanoseconds)
    }

    /// The text without the stamps of its words: `<00:01.20>`, also where they are in square brackets.
    func withoutWordStamps() -> String {
        var rest = self
        var text = ""
        while let place = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }) {
            text += Substring(rest[..<place])
            rest = rest[place...]
            let isStamp =
                rest.takeStamp(open: "<", close: ">") != nil || rest.takeStamp(open: "[", close: "]") != nil
            if isStamp { continue }
            text += Substring(rest.prefix(1))
            rest = rest.dropFirst()
        }
        return text + Substring(rest)
    }

    private mutating func skipBlanks() { self = drop { $0 == 0x20 || $0 == 0x09 } }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard let first, UInt32(first) == scalar.value else { return false }
        self = dropFirst()
        return true
    }

    private mutating func takeNumber(upTo limit: Int) -> Int64? {
        let digits = prefix { (0x30...0x39).contains($0) }
        guard (1...limit).contains(digits.count), let value = Int64(Substring(digits)) else { return nil }
        self = self[digits.endIndex...]
        return value
    }

    private mutating func takeFraction() -> LRCFraction? {
        let digits = prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), let value = Int64(Substring(digits)) else { return nil }
        self = self[digits.endIndex...]
        return LRCFraction(value: value, digits: digits.count)
    }
}

/// Digits behind a point.
private struct LRCFraction {
    var value: Int64
    /// 1 to 9.
    var digits: Int

    var nanoseconds: Int64 {
        var scaled = value
        for _ in digits..<9 { scaled *= 10 }
        return scaled
    }
}
