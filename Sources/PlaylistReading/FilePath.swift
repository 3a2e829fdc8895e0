import AudioCore

/// What paths and `file:` URIs mean.
enum FilePath {
    /// The path of a `file:` URI (RFC 8089) with or without slashes and host, percent-decoded; nil for other texts.
    static func path(ofFileURI text: String) -> String? {
        guard text.hasPrefixIgnoringCase("file:") else { return nil }
        var rest = text.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            // A host; only this one has files here, and others are left to be missed.
            if let slash = rest.firstIndex(of: "/"), !rest[..<slash].contains("\\") { rest = rest[slash...] }
        }
        let path = PercentEncoding.decoded(String(rest))
        // `/C:/Music`
        if path.hasPrefix("/"), isWindows(String(path.dropFirst())) { return String(path.dropFirst()) }
        return path.hasPrefix("/") || isWindows(path) ? path : "/" + path
    }

    /// `C:\Music`, `c:/Music`, `\\server\share`, `\Music`.
    static func isWindows(_ text: String) -> Bool {
        let start = Array(text.utf8.prefix(3))
        if start.first == UInt8(ascii: "\\") { return true }
        return start.count == 3 && (97...122).contains(start[0] | 32) && start[1] == UInt8(ascii: ":")
            && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/"))
    }

    /// The scheme of a URI with `://`; a name may have a colon.
    static func scheme(of text: String) -> Substring? {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (97...122).contains(byte | 32) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
        }
        return isScheme && !scheme.isEmpty ? scheme : nil
    }

    /// Without `.`, `..` and doubled slashes, by name alone.
    static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/") + (path.hasSuffix("/") && !parts.isEmpty ? "/" : "")
    }
}
