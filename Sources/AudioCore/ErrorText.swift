/// Messages that name what outsiders named: files, addresses, tags.
package enum ErrorText {
    /// `text` on one line, and without what nobody else should read: control characters become blanks, and of addresses the user
    /// and password are left out (RFC 3986 section 3.2.1).
    package static func line(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }
        guard !isPlain else { return text }
        return withoutSecrets(String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 })))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    private static func withoutSecrets(_ text: String) -> String {
        var kept = ""
        var rest = text[...]
        while let slashes = rest.firstRange(of: "://") {
            kept += rest[..<slashes.upperBound]
            rest = rest[slashes.upperBound...]
            let authority = rest.prefix { !"/?# ".contains($0) }
            if let end = authority.lastIndex(of: "@") { rest = rest[rest.index(after: end)...] }
        }
        return kept + rest
    }
}

extension Substring {
    /// Where `word` stands first.
    fileprivate func firstRange(of word: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
