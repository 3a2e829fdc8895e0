/// Where a track is: an absolute path, or a `file:` URI of RFC 8089 (`file:///path`, `file:/path`,
/// `file://localhost/path`) with percent-encoding, which may hold bytes that are no text.
package enum TrackURI {
    /// Longer ones are taken by nothing: servers and browsers stop at about as much.
    package static let maximumBytes = 8 << 10

    /// What is asked for over a network.
    package static let webSchemes: Set<String> = ["http", "https"]

    /// The scheme of a URI in lower case (RFC 3986 section 3.1); nil for a path.
    package static func scheme(of uri: String) -> String? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = uri[..<colon].utf8
        guard let first = name.first, isLetter(first) else { return nil }
        let isScheme = name.allSatisfy { isLetter($0) || (48...57).contains($0) || [43, 45, 46].contains($0) }
        return isScheme ? uri[..<colon].lowercased() : nil
    }

    /// Why an address is refused whose scheme nothing plays.
    package static func refusal(ofScheme scheme: some StringProtocol) -> String {
        "only file:, http: and https: addresses are played, not \(scheme):"
    }

    /// The path at a location.
    /// - Throws: `unsupported` for other schemes, relative paths and broken encodings.
    package static func path(of uri: String) throws(AudioError) -> DiskPath {
        guard !uri.utf8.contains(0) else { throw refused(uri, "it contains a zero byte") }
        if uri.utf8.first == UInt8(ascii: "/") { return DiskPath(uri) }
        guard let scheme = scheme(of: uri) else {
            throw refused(uri, "it is not an absolute path; give the path from / on")
        }
        guard scheme == "file" else {
            throw refused(uri, refusal(ofScheme: uri.prefix { $0 != ":" }))
        }
        var rest = uri.dropFirst("file:".count)
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
        scheme(of: uri).map { $0 != "file" } ?? false
    }

    /// What people call it: the last part of a path or address that says something; percent-encoding of addresses is
    /// undone.
    package static func fileName(_ uri: String) -> String {
        guard let scheme = scheme(of: uri) else { return lastPart(uri[...]) }
        var rest = uri.dropFirst(scheme.utf8.count + 1)
        if scheme != "file" { rest = rest.prefix { $0 != "?" && $0 != "#" } }
        return PercentEncoding.decoded(lastPart(rest))
    }

    private static func lastPart(_ path: Substring) -> String {
        // Not by characters: a mark that a name begins with would be one with the slash.
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? String(path)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

    private static func decode(_ text: Substring.UTF8View) -> DiskPath? {
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
        // A zero byte ends a path early.
        return bytes.contains(0) ? nil : DiskPath(bytes)
    }

    private static func refused(_ uri: String, _ reason: String) -> AudioError {
        AudioError(.unsupported, "cannot open \(uri): \(reason)")
    }
}
