/// An address of RFC 3986, as far as references are resolved against it.
struct WebAddress: Hashable, Sendable {
    /// `http://host:80`.
    private var origin: String
    /// From the slash on; empty where there is none.
    private var path: String
    private var query: String

    static func isWeb(_ text: some StringProtocol) -> Bool {
        text.hasPrefixIgnoringCase("http://") || text.hasPrefixIgnoringCase("https://")
    }

    /// Nil for what is not http or https.
    init?(_ text: String) {
        guard Self.isWeb(text), let slashes = text.firstRange(of: "://") else { return nil }
        let afterScheme = text[slashes.upperBound...]
        let end = afterScheme.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? afterScheme.endIndex
        origin = String(text[..<end])
        let rest = text[end...].prefix { $0 != "#" }
        path = String(rest.prefix { $0 != "?" })
        query = String(rest.dropFirst(path.count))
    }

    /// Section 5.2, with what playlists have besides: backslashes, blanks and other alphabets.
    func resolve(_ reference: String) -> String {
        let clean = Self.encoded(reference)
        if Self.isWeb(clean) { return clean }
        let scheme = origin.prefix { $0 != ":" }
        if clean.hasPrefix("//") { return "\(scheme):\(clean)" }
        if clean.isEmpty { return origin + path + query }
        if clean.hasPrefix("?") { return origin + path + clean }
        let name = clean.prefix { $0 != "?" && $0 != "#" }
        let tail = clean.dropFirst(name.count)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        let joined = name.hasPrefix("/") ? String(name) : folder + name
        return origin + Self.withoutDots(joined) + tail
    }

    /// Section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for part in parts where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        let endsInFolder = parts.last == "." || parts.last == ".."
        return "/" + kept.joined(separator: "/") + (endsInFolder && !kept.isEmpty ? "/" : "")
    }

    /// What may not stand in an address is percent-encoded; what is encoded already stays.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\\") {
                bytes.append(UInt8(ascii: "/"))
            } else if byte <= 0x20 || byte >= 0x7F {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
