import AudioCore

/// What paths and `file:` URIs mean.
enum FilePath {
    /// A reference: its text, or the bytes that it is written with.
    typealias Name = ArraySlice<UInt8>

    /// The path of a `file:` URI (RFC 8089) with or without slashes and host, percent-decoded; nil for other texts.
    static func path(ofFileURI text: some Sequence<UInt8>) -> Name? {
        var rest = Array(text)[...]
        guard rest.prefix(5).map(\.lowercasedASCII).elementsEqual("file:".utf8) else { return nil }
        rest = rest.dropFirst(5)
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            // A host; only this one has files here, and others are left to be missed.
            if let slash = rest.firstIndex(of: slash), !rest[..<slash].contains(backslash) { rest = rest[slash...] }
        }
        let path = PercentEncoding.decodedBytes(rest)[...]
        // `/C:/Music`
        if path.first == slash, isWindows(path.dropFirst()) { return path.dropFirst() }
        return path.first == slash || isWindows(path) ? path : [slash] + path
    }

    /// Whether it stands behind the letter of a drive; the second in old `file:` addresses.
    static func endsDrive(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") || byte == UInt8(ascii: "|") }

    /// `C:\Music`, `c:/Music`, `C|/Music`, `\\server\share`, `\Music`.
    static func isWindows(_ name: Name) -> Bool {
        let start = Array(name.prefix(3))
        if start.first == backslash { return true }
        return start.count == 3 && (97...122).contains(start[0] | 32)
            && endsDrive(start[1])
            && (start[2] == backslash || start[2] == slash)
    }

    static func slashed(_ name: Name) -> Name { name.map { $0 == backslash ? slash : $0 }[...] }

    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")

    /// The scheme of a URI with `://`; a name may have a colon.
    static func scheme(of text: String) -> Substring? {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (97...122).contains(byte | 32) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
        }
        return isScheme && !scheme.isEmpty ? scheme : nil
    }
}
