/// Text as a tag holds it.
enum TagText: Hashable {
    /// In a character set that the tag declares.
    case known(String)
    /// In one byte a character or more, declared as Latin-1 or not at all.
    case undeclared([UInt8])

    var isEmpty: Bool {
        switch self {
        case .known(let text): text.isEmpty
        case .undeclared(let bytes): bytes.isEmpty
        }
    }
}

/// When a text of SYLT is sung, in one of the two units that the tag knows.
enum TextTime: Hashable {
    case milliseconds(Int64)
    /// Frames of the audio.
    case frames(Int64)
}

/// One thing that a tag says. Text frames have the identifiers of ID3v2.4, whatever the tag's kind.
enum TagItem {
    case text(frame: String, TagText)
    /// A named text: ID3v2's TXXX, an item of APE that is no frame's counterpart.
    case named(String, TagText)
    case comment(description: TagText, TagText)
    case lyrics(description: TagText, TagText)
    case timedLyrics(TextTime, TagText)
    case picture(TagPicture)
    /// ID3v2's RVA2 for the master volume: decibels, and a magnitude where told.
    case volume(identification: String, gain: Double, peak: Double?)

    /// Whether a named text is one of lyrics.
    static func isLyrics(_ name: String) -> Bool {
        ["LYRICS", "UNSYNCEDLYRICS", "SYNCEDLYRICS"].contains(name.uppercased())
    }
}

/// A picture, or the beginning of one.
struct TagPicture {
    /// ID3v2's number: 3 is the front cover.
    var kind: Int
    var description: TagText
    /// The image, or its first bytes.
    var bytes: [UInt8]
    /// The bytes of the whole image.
    var size: Int
    /// Only an address of it stands in the tag.
    var isLinked: Bool
    /// Which of the pictures of its tag this is.
    var ordinal = 0
}
