/// What an image is, by its first bytes.
enum ImageType {
    /// JPEG, PNG, GIF, WebP, BMP; nil for anything else.
    static func mimeType(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        if bytes.starts(with: "BM".utf8), bytes.count >= 14 { return "image/bmp" }
        return nil
    }
}

/// ID3v2's types of picture (id3v2.4.0-frames, 4.14) in words.
enum PictureKind {
    static let frontCover = 3

    static func name(_ number: Int) -> String { names.indices.contains(number) ? names[number] : "other" }

    private static let names = [
        "other", "file icon", "other file icon", "front cover", "back cover", "leaflet", "media", "lead artist",
        "artist",
        "conductor", "band", "composer", "lyricist", "recording location", "during recording", "during performance",
        "screen capture", "fish", "illustration", "band logo", "publisher logo",
    ]
}
