/// Where a track is: an absolute path, or a `file:` URI of RFC 8089 (`file:///path`, `file:/path`,
/// `file://localhost/path`) with percent-encoding.
package enum TrackURI {
    /// Longer ones are taken by nothing: servers and browsers stop at about as much.
    package static let maximumBytes = 8 << 10

    /// - Throws: `unsupported` for other schemes, relative paths and broken encodings.
    package static func path(of uri: String) throws(AudioError) -> String {
        guard !uri.utf8.contains(0) else { throw refused(uri, "it contains a zero byte") }
        if uri.utf8.first == UInt8(ascii: "/") { return uri }
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(uri[..<colon]) else {
            throw refused(uri, "it is not an absolute path; give the path from / on")
        }
        guard uri[..<colon].lowercased() == "file" else {
            throw refused(uri, "only file:, http: and https: addresses are played, not \(uri[..<colon]):")
        }
        var rest = uri[uri.utf8.index(after: colon)...]
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            if rest.prefix(10).lowercased() == "localhost/" { rest = rest.dropFirst("localhost".count) }
        }
        guard rest.hasPrefix("/") else {
            throw refused(uri, "a file: address names a file on this machine, file:///path")
        }
        guard let path = decode(rest.utf8) else { throw refused(uri, "its percent-encoding is broken") }
        return path
    }

    /// Whether `uri` names something else than a file: "http://...".
    package static func isElsewhere(_ uri: String) -> Bool {
        guard uri.utf8.first != UInt8(ascii: "/"), let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return false
        }
        return isScheme(uri[..<colon]) && uri[..<colon].lowercased() != "file"
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || [43, 45, 46].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

    private static func decode(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = text[index...].prefix(2)
            guard let value = PercentEncoding.value(digits) else { return nil }
            bytes.append(value)
            index = digits.endIndex
        }
        // A path is bytes; what is not UTF-8 cannot be carried in a String, and a zero byte ends a path early.
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func refused(_ uri: String, _ reason: String) -> AudioError {
        AudioError(.unsupported, "cannot open \(uri): \(reason)")
    }
}
