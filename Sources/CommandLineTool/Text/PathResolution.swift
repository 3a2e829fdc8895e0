import AudioCore

/// What a user calls a track, as the coordinator must call it.
package enum PathResolution {
    /// Addresses with a scheme pass through; a path is made absolute and its `.` and `..` are taken out by name alone,
    /// symbolic links untouched.
    /// - Parameters:
    ///   - text: a `ByteText`: what in it is no text comes out percent-encoded.
    ///   - folder: absolute, a `ByteText`: what a relative path starts from.
    package static func absolute(_ text: String, folder: String) -> String {
        let bytes = ByteText.bytes(of: text)
        guard scheme(of: text) == nil else {
            return ByteText.isText(text) ? text : PercentEncoding.encoded(bytes) { $0 < 0x80 }
        }
        return DiskPath(ByteText.bytes(of: folder)).appending(bytes).normalized.location
    }

    /// `http` of `HTTP://host/x`: a scheme that `://` follows, since a file may have a colon; and `file` of `file:/x`
    /// (RFC 8089 appendix B).
    package static func scheme(of text: String) -> String? {
        guard let scheme = TrackURI.scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.count)
        return rest.hasPrefix("://") || scheme == "file" && rest.hasPrefix(":/") ? scheme : nil
    }
}
