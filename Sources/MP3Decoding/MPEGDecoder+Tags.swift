import AudioCore
import CMPG123

extension MPEGDecoder {
    /// Title, artist and album from ID3v2 (as UTF-8), each from ID3v1 where it is missing there, with the stream's format.
    func trackInfo() -> TrackInfo {
        var first: UnsafeMutablePointer<mpg123_id3v1>?
        var second: UnsafeMutablePointer<mpg123_id3v2>?
        var info = TrackInfo(sampleRate: rate, channels: channels)
        switch length {
        case .exact(let frames): info.length = frames
        case .estimate(let frames):
            info.length = frames
            info.lengthIsEstimate = true
        case .unknown: break
        }
        guard mpg123_id3(handle.raw, &first, &second) == Int32(MPG123_OK.rawValue) else { return info }
        if let tag = second?.pointee {
            info.title = Self.text(tag.title)
            info.artist = Self.text(tag.artist)
            info.album = Self.text(tag.album)
        }
        if var tag = first?.pointee {
            info.title = info.title ?? Self.text(&tag.title)
            info.artist = info.artist ?? Self.text(&tag.artist)
            info.album = info.album ?? Self.text(&tag.album)
        }
        return info
    }

    /// The first of the strings that an ID3v2 frame holds; invalid UTF-8 is repaired. Nil where nothing is left.
    private static func text(_ string: UnsafeMutablePointer<mpg123_string>?) -> String? {
        guard let string = string?.pointee, let bytes = string.p, string.fill > 0 else { return nil }
        let text = UnsafeRawBufferPointer(start: bytes, count: string.fill).prefix { $0 != 0 }
        return tidy(String(decoding: text, as: UTF8.self))
    }

    /// A field of ID3v1: Latin-1 by its standard, UTF-8 in practice where it is valid as that.
    private static func text<Field>(_ field: inout Field) -> String? {
        withUnsafeBytes(of: &field) { bytes in
            let text = bytes.prefix { $0 != 0 }
            if let string = String(validating: text, as: UTF8.self) { return tidy(string) }
            return tidy(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })))
        }
    }

    /// Without control characters (a newline in a title would break a listing) and without blanks at the ends.
    private static func tidy(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }
        let visible = scalars.drop { $0 == " " }
        guard let last = visible.lastIndex(where: { $0 != " " }) else { return nil }
        return String(String.UnicodeScalarView(visible[...last]))
    }
}
