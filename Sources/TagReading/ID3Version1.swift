/// ID3v1: the last 128 bytes of a file (id3.org's ID3v1 page), all of it undeclared text.
enum ID3Version1 {
    static let bytes = 128

    /// Empty where the bytes are no such tag.
    static func items(_ tag: some Collection<UInt8>) -> [TagItem] {
        let tag = Array(tag)
        guard tag.count == bytes, tag.starts(with: "TAG".utf8) else { return [] }
        var items: [TagItem] = []
        for (frame, range) in [("TIT2", 3..<33), ("TPE1", 33..<63), ("TALB", 63..<93), ("TDRC", 93..<97)] {
            if let text = field(tag[range]) { items.append(.text(frame: frame, text)) }
        }
        // Version 1.1 puts the number of the track into the comment's last byte.
        let hasTrack = tag[125] == 0 && tag[126] != 0
        if let text = field(tag[97..<(hasTrack ? 125 : 127)]) {
            items.append(.comment(description: .known(""), text))
        }
        if hasTrack { items.append(.text(frame: "TRCK", .known("\(tag[126])"))) }
        if let genre = ID3Document.genre(Int(tag[127])) { items.append(.text(frame: "TCON", .known(genre))) }
        return items
    }

    /// Up to the first zero, without the blanks that some fill with.
    private static func field(_ bytes: ArraySlice<UInt8>) -> TagText? {
        let text = bytes.prefix { $0 != 0 }
        guard let last = text.lastIndex(where: { $0 != 0x20 }) else { return nil }
        // UTF-8 that is cut off in a character.
        let broken = text.count == bytes.count ? FrameText.brokenBytes(Array(text)) : 0
        let whole = text.dropLast(broken)
        if broken > 0, whole.contains(where: { $0 >= 0x80 }), String(validating: whole, as: UTF8.self) != nil {
            return .undeclared(Array(whole))
        }
        return .undeclared(Array(text[...last]))
    }
}
