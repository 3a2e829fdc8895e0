import AudioCore

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

    /// `http` of `HTTP://host/x`: a scheme that `://` follows, since a file may have a colon; and `file` of `file:/x` (RFC 8089
    /// appendix B).
    package static func scheme(of text: String) -> String? {
        guard let scheme = TrackURI.scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.count)
        return rest.hasPrefix("://") || scheme == "file" && rest.hasPrefix(":/") ? scheme : nil
    }
}
