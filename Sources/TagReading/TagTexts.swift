import AudioCore

/// The texts of a file's tags as text: what declares no character set is recognised together, because a long text tells
/// its set better than a short one. No more of it is looked at than can be shown.
struct TagTexts {
    private var recognised: [[UInt8]: String] = [:]
    private let recognizer: any TextRecognizing

    /// In bytes, of all texts without a declared set together; what comes behind is empty.
    static let maximumBytes = 512 << 10
    /// Of a text that becomes one line: more than is shown of it.
    private static let lineBytes = 2 << 10
    private static let commentBytes = 8 << 10

    init(_ tags: [TagSet.Tag], recognizer: any TextRecognizing) {
        self.recognizer = recognizer
        var (unknown, pieces): ([[UInt8]], [[UInt8]]) = ([], [])
        var room = Self.maximumBytes
        for (text, limit) in tags.lazy.flatMap(\.items).flatMap(Self.texts) {
            guard case .undeclared(let bytes) = text, String(validating: bytes, as: UTF8.self) == nil,
                recognised.updateValue("", forKey: bytes) == nil
            else { continue }
            let piece = Array(bytes.prefix(min(limit, room)))
            room -= piece.count
            unknown.append(bytes)
            pieces.append(piece)
        }
        for (bytes, text) in zip(unknown, recognizer.texts(of: pieces)) { recognised[bytes] = text }
    }

    func string(_ text: TagText) -> String {
        switch text {
        case .known(let text): text
        case .undeclared(let bytes):
            recognised[bytes] ?? String(validating: bytes, as: UTF8.self)
                ?? recognizer.text(of: Array(bytes.prefix(Self.lineBytes)))
        }
    }

    /// One line without control characters (a line end in a title would break a listing) and without blanks at the
    /// ends; nil where nothing is left. At most `limit` bytes.
    func line(_ text: TagText, limit: Int = 1_024) -> String? {
        let scalars = string(text).cut(toBytes: limit).unicodeScalars.lazy.filter { $0 != Self.mark }.map {
            $0.properties.generalCategory == .control ? " " : $0
        }
        let visible = scalars.drop { $0 == " " }
        guard let last = visible.lastIndex(where: { $0 != " " }) else { return nil }
        return String(String.UnicodeScalarView(visible[...last]))
    }

    /// Several lines, ended by line feeds alone; nil where there is nothing but blanks.
    func lines(_ text: TagText) -> String? {
        var plain = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in string(text).unicodeScalars where scalar != "\0" && scalar != Self.mark {
            if scalar == "\n", last == "\r" {
                last = scalar
                continue
            }
            plain.append(scalar == "\r" ? "\n" : scalar)
            last = scalar
        }
        return plain.contains { $0 != " " && $0 != "\n" && $0 != "\t" } ? String(plain) : nil
    }

    /// A byte order mark within UTF-8, or the second of two, is no text.
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    /// With how many bytes of each are looked at.
    private static func texts(_ item: TagItem) -> [(TagText, Int)] {
        switch item {
        case .text(_, let text): [(text, lineBytes)]
        case .named(let name, let text): [(text, TagItem.isLyrics(name) ? maximumBytes : lineBytes)]
        case .timedLyrics(_, let text): [(text, maximumBytes)]
        case .comment(let description, let text): [(description, lineBytes), (text, commentBytes)]
        case .lyrics(let description, let text): [(description, lineBytes), (text, maximumBytes)]
        case .picture(let picture): [(picture.description, lineBytes)]
        case .volume: []
        }
    }
}
