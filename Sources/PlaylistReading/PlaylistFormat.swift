/// What a text is. The content decides; the name and the media type only where the content does not say it.
package enum PlaylistFormat: Hashable, Sendable {
    case m3u
    case pls
    case xspf
    /// HTTP Live Streaming (RFC 8216): looks like M3U and lists pieces of one stream.
    case hls
    /// Microsoft's ASX and WPL, and other things that are no playlists of ours.
    case foreign(String)

    /// Extensions of names that are playlists, whatever they hold.
    package static let extensions: Set<String> = ["m3u", "m3u8", "pls", "xspf"]

    /// - Parameters:
    ///   - text: all of it, or its first part.
    ///   - name: a path or address.
    ///   - mediaType: as the server tells it; empty where there was none.
    /// - Returns: nil where it is no playlist.
    package static func of(_ text: String, name: String, mediaType: String = "") -> PlaylistFormat? {
        // Binary data may begin like anything.
        if isBinary(text.unicodeScalars.prefix(1_024)) { return nil }
        let start = text.trimmedStart(2_048)
        if start.hasPrefixIgnoringCase("#EXTM3U") || isListed(m3uTypes, name, mediaType, ["m3u", "m3u8"]) {
            if isHLS(text) { return .hls }
        }
        if start.hasPrefixIgnoringCase("#EXTM3U") { return .m3u }
        if start.hasPrefixIgnoringCase("[playlist]") { return .pls }
        if start.hasPrefixIgnoringCase("<asx") { return .foreign("Windows Media (ASX)") }
        if start.hasPrefixIgnoringCase("<?wpl") { return .foreign("Windows Media (WPL)") }
        if start.hasPrefixIgnoringCase("<") {
            if start.contains("<playlist") || start.contains(":playlist") { return .xspf }
            guard isListed(allTypes, name, mediaType, extensions) else { return nil }
            return isListed(xspfTypes, name, mediaType, ["xspf"]) ? .xspf : .foreign("a page of HTML or XML")
        }
        return byName(text, name, mediaType)
    }

    /// A zero is in no text, and nobody writes many characters that nobody knows: in random bytes each tenth is one,
    /// whatever set they are taken to be in.
    private static func isBinary(_ start: Substring.UnicodeScalarView) -> Bool {
        let unknown = start.count { scalar in
            switch scalar.properties.generalCategory {
            case .control: !"\t\n\r".unicodeScalars.contains(scalar)
            case .unassigned, .privateUse: true
            default: scalar == "\u{FFFD}"
            }
        }
        return start.contains { $0.value == 0 } || (unknown > 4 && unknown > start.count / 20)
    }

    private static func byName(_ text: String, _ name: String, _ mediaType: String) -> PlaylistFormat? {
        if isListed(plsTypes, name, mediaType, ["pls"]) {
            return text.playlistLines.contains { $0.hasPrefixIgnoringCase("file") } ? .pls : .m3u
        }
        if isListed(m3uTypes, name, mediaType, ["m3u", "m3u8"]) { return .m3u }
        if isListed(xspfTypes, name, mediaType, ["xspf"]) { return .xspf }
        // Some stations answer with nothing but addresses.
        let lines = text.playlistLines.prefix(100)
        let areAddresses = lines.allSatisfy { WebAddress.isWeb($0) || $0.hasPrefix("#") }
        return mediaType.hasPrefix("text/") && areAddresses && lines.contains(where: WebAddress.isWeb) ? .m3u : nil
    }

    /// RFC 8216 section 4.3: tags of this kind are in every media or master playlist, and in no other M3U.
    private static func isHLS(_ text: String) -> Bool {
        text.playlistLines.prefix(200).contains { $0.hasPrefixIgnoringCase("#EXT-X-") }
    }

    private static func isListed(
        _ types: Set<String>,
        _ name: String,
        _ mediaType: String,
        _ extensions: Set<String>
    ) -> Bool {
        types.contains(mediaType) || extensions.contains(PlaylistName.fileExtension(of: name))
    }

    private static let m3uTypes: Set<String> = [
        "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl",
        "application/vnd.apple.mpegurl", "audio/vnd.apple.mpegurl",
    ]
    private static let plsTypes: Set<String> = [
        "audio/x-scpls", "audio/scpls", "application/pls+xml", "application/pls",
    ]
    private static let xspfTypes: Set<String> = ["application/xspf+xml"]
    private static let allTypes = m3uTypes.union(plsTypes).union(xspfTypes)
}

/// What names say.
package enum PlaylistName {
    /// The extension of a path's or an address's last part, in lower case; empty where there is none.
    package static func fileExtension(of name: String) -> String {
        var rest = name[...]
        if WebAddress.isWeb(name) { rest = rest.prefix { $0 != "?" && $0 != "#" } }
        let last = rest.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = last.lastIndex(of: ".") else { return "" }
        return last[last.index(after: dot)...].lowercased()
    }

    package static func isPlaylist(_ name: String) -> Bool {
        PlaylistFormat.extensions.contains(fileExtension(of: name))
    }
}

extension String {
    /// The first `count` characters after what is blank.
    fileprivate func trimmedStart(_ count: Int) -> String { prefix(count + 64).trimmed }
}
