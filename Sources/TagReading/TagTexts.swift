import AudioCore

/// The texts of a file's tags as text: what declares no character set is recognised together, because a long text tells
/// its set better than a short one.
struct TagTexts {
    private var recognised: [[UInt8]: String] = [:]
    private let recognizer: any TextRecognizing

    init(_ tags: [TagSet.Tag], recognizer: any TextRecognizing) {
        self.recognizer = recognizer
        var unknown: [[UInt8]] = []
        for case .undeclared(let bytes) in tags.lazy.flatMap(\.items).flatMap(Self.texts) {
            if String(validating: bytes, as: UTF8.self) == nil, recognised.updateValue("", forKey: bytes) == nil {
                unknown.append(bytes)
            }
        }
        // A line end is one byte in every set that this is about, and part of no other character.
        let lines = unknown.map { $0.filter { $0 != 10 } }
        let parts = recognizer.text(of: Array(lines.joined(separator: [10]))).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        for (index, bytes) in unknown.enumerated() {
            let hasLineEnd = bytes.contains(10)
            recognised[bytes] =
                parts.count == unknown.count && !hasLineEnd ? String(parts[index]) : recognizer.text(of: bytes)
        }
    }

    func string(_ text: TagText) -> String {
        switch text {
        case .known(let text): text
        case .undeclared(let bytes):
            recognised[bytes] ?? String(validating: bytes, as: UTF8.self) ?? recognizer.text(of: bytes)
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

    private static func texts(_ item: TagItem) -> [TagText] {
        switch item {
        case .text(_, let text), .named(_, let text), .timedLyrics(_, let text): [text]
        case .comment(let description, let text), .lyrics(let description, let text): [description, text]
        case .picture(let picture): [picture.description]
        case .volume: []
        }
    }
}
