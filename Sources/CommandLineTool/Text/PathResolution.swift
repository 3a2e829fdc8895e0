/// What a user calls a track, as the coordinator must call it.
package enum PathResolution {
    /// Addresses with a scheme pass through; a path is made absolute and its `.` and `..` are taken out by name alone,
    /// symbolic links untouched.
    /// - Parameter folder: absolute: what a relative path starts from.
    package static func absolute(_ text: String, folder: String) -> String {
        guard scheme(of: text) == nil else { return text }
        var parts = [Substring]()
        for part in (text.hasPrefix("/") ? text : folder + "/" + text).split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// `http` of `http://host/x` (RFC 3986 section 3.1), for a scheme that `://` follows: a file may have a colon; and `file`
    /// of `file:/x` (RFC 8089 appendix B).
    package static func scheme(of text: String) -> Substring? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isFile = scheme.lowercased() == "file" && text[colon...].hasPrefix(":/")
        guard isFile || text[colon...].hasPrefix("://") else { return nil }
        let isScheme =
            scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        return isScheme ? scheme : nil
    }
}
