import AudioCore

/// Where a track lies: an absolute path, or a `file:` URI (RFC 8089).
enum TrackPath {
    /// Nil for other schemes.
    /// - Throws: `unsupported` for what is neither.
    static func path(of uri: String) throws(AudioError) -> String? {
        guard !uri.utf8.contains(0) else { throw refused(uri, "it contains a zero byte") }
        if uri.hasPrefix("/") { return uri }
        guard let colon = uri.firstIndex(of: ":"), uri[..<colon].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw refused(uri, "it is not an absolute path; give the path from / on")
        }
        guard uri[..<colon].lowercased() == "file" else { return nil }
        var rest = uri[uri.index(after: colon)...]
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
        guard rest.hasPrefix("/"), let path = decoded(rest.utf8) else {
            throw refused(uri, "a file: address names a file on this machine, file:///path")
        }
        return path
    }

    /// RFC 3986 section 2.1. Nil where the encoding is broken, or the path holds a zero or is not UTF-8.
    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16),
                value != 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func refused(_ uri: String, _ reason: String) -> AudioError {
        AudioError(.unsupported, "cannot read \(uri): \(reason)")
    }
}
