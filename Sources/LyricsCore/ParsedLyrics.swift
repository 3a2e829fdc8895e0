import AudioCore

/// A line whose time is known, not in order yet.
struct TimedLine: Hashable {
    var time: Interval
    var text: String
}

/// What was in a text.
enum ParsedLyrics: Hashable {
    case timed([TimedLine])
    case plain([String])
}

/// Counts what has been taken against `LyricsLimit`.
struct LyricsAllowance {
    private var lines = LyricsLimit.lines
    private var bytes = LyricsLimit.totalBytes

    /// - Returns: false where there is no room for a line of that text.
    mutating func take(_ text: String) -> Bool {
        guard lines > 0, bytes >= text.utf8.count else { return false }
        lines -= 1
        bytes -= text.utf8.count
        return true
    }
}

/// Text of a line as it is shown.
enum LineText {
    /// Without controls (tabs become spaces), without spaces at its ends and double ones inside, cut at a character to
    /// `LyricsLimit.lineBytes`.
    static func clean(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        var bytes = 0
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                needsSpace = !scalars.isEmpty
                continue
            }
            if isControl(scalar) { continue }
            let size = UTF8.width(scalar) + (needsSpace ? 1 : 0)
            if bytes + size > LyricsLimit.lineBytes { break }
            if needsSpace { scalars.append(" ") }
            needsSpace = false
            scalars.append(scalar)
            bytes += size
        }
        return String(scalars)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{A0}"
    }

    /// C0, DEL, C1, line and paragraph separators, byte order marks.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }
}
