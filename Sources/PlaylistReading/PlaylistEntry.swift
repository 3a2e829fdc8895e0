package import AudioCore

/// One entry as a playlist has it.
package struct PlaylistEntry: Hashable, Sendable {
    /// As it is written: a path, a relative name or a URI; empty where an XSPF track has no location.
    package var reference: String
    /// The bytes that it is written with, where the playlist is in a character set that does not say how names are on
    /// disk.
    package var rawReference: [UInt8]?
    /// True where the format says that it is a URI, so that percent signs are encodings.
    package var isURI: Bool
    /// XSPF's `xml:base` around it, the outermost first.
    package var bases: [String]
    /// Where else it may be found, as XSPF names it, the better first.
    package var alternatives: [PlaylistEntry] = []
    package var title: String?
    package var artist: String?
    package var album: String?
    /// In whole seconds in M3U and PLS.
    package var duration: Interval?
    /// The picture named for it, or for the whole list.
    package var image: PlaylistImage?

    package init(
        reference: String,
        isURI: Bool = false,
        bases: [String] = [],
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        duration: Interval? = nil,
        image: PlaylistImage? = nil
    ) {
        self.reference = reference
        self.isURI = isURI
        self.bases = bases
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.image = image
    }
}

/// A picture as a playlist names it.
package struct PlaylistImage: Hashable, Sendable {
    /// As it is written: a path, a relative name or a URI.
    package var reference: String
    /// As in `PlaylistEntry`.
    package var rawReference: [UInt8]?
    /// XSPF's `xml:base` around it, the outermost first.
    package var bases: [String] = []

    init(reference: String, bases: [String] = []) {
        self.reference = reference
        self.bases = bases
    }
}

extension [PlaylistEntry] {
    /// What is named for the list counts where an entry names none.
    func with(listImage image: PlaylistImage?) -> [PlaylistEntry] {
        guard let image else { return self }
        return map { entry in
            var entry = entry
            entry.image = entry.image ?? image
            return entry
        }
    }
}

extension StringProtocol {
    /// Without blanks, controls and marks at both ends.
    var trimmed: String {
        var rest = unicodeScalars[...]
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return String(String.UnicodeScalarView(rest))
    }

    /// Some put names into quotation marks.
    var withoutQuotes: String {
        let isQuoted = utf8.count > 2 && hasPrefix("\"") && hasSuffix("\"")
        return isQuoted ? dropFirst().dropLast().trimmed : String(self)
    }

    var trimmedOrNil: String? {
        let text = trimmed
        return text.isEmpty ? nil : text
    }

    /// Lines by any of the three ends, trimmed, without the empty ones.
    var playlistLines: [String] {
        unicodeScalars.split { $0 == "\n" || $0 == "\r" || $0 == "\u{85}" || $0 == "\u{2028}" }
            .compactMap { String(String.UnicodeScalarView($0)).trimmedOrNil }
    }

    /// Without regard to ASCII case.
    func hasPrefixIgnoringCase(_ prefix: String) -> Bool {
        utf8.count >= prefix.utf8.count
            && zip(utf8, prefix.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { value <= 0x20 || value == 0x7F || value == 0xA0 || value == 0xFEFF }
}

extension UInt8 {
    var lowercasedASCII: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}
