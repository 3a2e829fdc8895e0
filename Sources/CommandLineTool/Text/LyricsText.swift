package import WireFormat

/// Lyrics, for people.
package enum LyricsText {
    /// All lines, with times where they have some.
    package static func lines(_ lyrics: Wire.GetLyricsResponse) -> [String] { lyrics.lines.map(line) }

    /// `0:12  words`. Texts that are sung together, an original and its translation, stand beside each other.
    package static func line(_ line: Wire.LyricLine) -> String {
        let text = words(line)
        guard line.timeMs >= 0 else { return text }
        return Wording.time(milliseconds: line.timeMs) + (text.isEmpty ? "" : "  \(text)")
    }

    /// Title and three lines, for `lyrics --follow` on a terminal: none wider than `width`.
    static func liveLines(
        _ now: Wire.NowPlaying,
        _ sung: SungLine,
        remark: String,
        width: Int,
        palette: Palette
    ) -> [String] {
        let title = now.item.map { DisplayWidth.truncate(TrackName.full(of: $0), to: width) } ?? ""
        guard remark.isEmpty else { return [title, palette(.faint, DisplayWidth.truncate(remark, to: width))] }
        func row(_ line: Wire.LyricLine?, _ style: Palette.Style, rest: String = "") -> String {
            guard let line else { return "" }
            let text = words(line)
            return palette(style, "  " + DisplayWidth.truncate(text.isEmpty ? rest : text, to: width - 2))
        }
        return [
            palette(.faint, title), row(sung.previous, .faint), row(sung.current, .bold, rest: "♪"),
            row(sung.next, .faint),
        ]
    }

    /// The text on one line, empty for a rest.
    static func words(_ line: Wire.LyricLine) -> String {
        line.text.split(whereSeparator: \.isNewline).map { oneLine(String($0)) }.joined(separator: " / ")
    }
}
