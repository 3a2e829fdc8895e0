/// Text as tags hold it: in four encodings, declared rightly or not.
enum ID3Text {
    /// The text of an ID3v2 frame: a byte that names the encoding, then strings that a zero separates. Several (artists, in
    /// ID3v2.4) are joined by "; ". Nil where nothing is left.
    static func text(_ content: some Collection<UInt8>) -> String? {
        guard let encoding = content.first else { return nil }
        let strings = decode(content.dropFirst(), encoding: encoding).split(separator: "\0").compactMap { tidy($0) }
        return strings.isEmpty ? nil : strings.joined(separator: "; ")
    }

    /// A comment's description and text: encoding, three letters of language, two strings.
    static func comment(_ content: some Collection<UInt8>) -> (description: String, text: String)? {
        guard let encoding = content.first, content.count > 4 else { return nil }
        let parts = decode(content.dropFirst(4), encoding: encoding).split(
            separator: "\0",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2 else { return nil }
        return (tidy(parts[0]) ?? "", tidy(parts[1].prefix { $0 != "\0" }) ?? "")
    }

    /// A field of ID3v1: up to the first zero.
    static func field(_ bytes: some Collection<UInt8>) -> String? {
        tidy(Substring(singleByte(Array(bytes.prefix { $0 != 0 }))))
    }

    private static func decode(_ bytes: some Collection<UInt8>, encoding: UInt8) -> String {
        let bytes = Array(bytes)
        switch encoding {
        case 1: return utf16(bytes, isBigEndian: nil)
        case 2: return utf16(bytes, isBigEndian: true)
        case 3: return String(decoding: bytes, as: UTF8.self)
        default: return singleByte(bytes)
        }
    }

    /// Latin-1 by the standard; many write UTF-8 here, and what is valid as that is hardly anything else.
    private static func singleByte(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// - Parameter isBigEndian: nil where a byte order mark says it, at the start of each string; without one, little-endian,
    ///   as most writers are, unless every second byte from the first on is zero.
    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool?) -> String {
        let pairs = bytes.count / 2
        let zeros = (0..<pairs).count { bytes[$0 * 2] == 0 && bytes[$0 * 2 + 1] != 0 }
        var isBig = isBigEndian ?? (zeros * 2 > pairs)
        var units: [UInt16] = []
        for pair in 0..<pairs {
            let (first, second) = (UInt16(bytes[pair * 2]), UInt16(bytes[pair * 2 + 1]))
            switch (first, second) {
            case (0xFF, 0xFE): isBig = false
            case (0xFE, 0xFF): isBig = true
            default: units.append(isBig ? first << 8 | second : second << 8 | first)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Without control characters (a newline in a title would break a listing) and without blanks at the ends.
    private static func tidy(_ text: Substring) -> String? {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let visible = scalars.drop { $0 == " " }
        guard let last = visible.lastIndex(where: { $0 != " " }) else { return nil }
        return String(String.UnicodeScalarView(visible[...last]))
    }
}
