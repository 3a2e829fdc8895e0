import AudioCore

/// Makes lines of the texts of a SYLT frame (ID3v2.4.0 frames, section 4.9): each is a syllable, a word or a line, and
/// a newline stands where a new line begins. Where no text has a newline, each is a line.
enum TimedTextParser {
    static func lines(_ texts: [LyricsText.TimedText]) -> [TimedLine] {
        let hasNewlines = texts.lazy.contains { $0.text.contains(where: \.isNewline) }
        return hasNewlines ? joined(texts) : separate(texts)
    }

    private static func separate(_ texts: [LyricsText.TimedText]) -> [TimedLine] {
        var allowance = LyricsAllowance()
        var lines: [TimedLine] = []
        for text in texts {
            let clean = LineText.clean(text.text)
            guard allowance.take(clean) else { break }
            lines.append(TimedLine(time: max(.zero, text.time), text: clean))
        }
        return lines
    }

    /// A line begins with the first syllable that has text behind a newline.
    private static func joined(_ texts: [LyricsText.TimedText]) -> [TimedLine] {
        var allowance = LyricsAllowance()
        var lines: [TimedLine] = []
        var time: Interval?
        var text = ""
        func end() -> Bool {
            defer {
                time = nil
                text = ""
            }
            let clean = LineText.clean(text)
            guard let time, !clean.isEmpty else { return true }
            guard allowance.take(clean) else { return false }
            lines.append(TimedLine(time: max(.zero, time), text: clean))
            return true
        }
        for syllable in texts {
            let parts = syllable.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, part) in parts.enumerated() {
                if index > 0, !end() { return lines }
                if !part.isEmpty { time = time ?? syllable.time }
                if text.utf8.count < LyricsLimit.lineBytes { text += part.prefix(LyricsLimit.lineBytes) }
            }
        }
        _ = end()
        return lines
    }
}
