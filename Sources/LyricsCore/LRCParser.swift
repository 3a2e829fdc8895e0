import AudioCore

/// Reads the LRC format, of which there is no standard: lines of text, each behind one or more stamps. A text without
/// stamps is plain lyrics.
enum LRCParser {
    /// - Parameter share: how many of the lines must have stamps for the text to be LRC; 0: one is enough.
    static func parse(_ text: String, share: Double) -> ParsedLyrics {
        var document = LRCDocument()
        for line in Self.bounded(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            document.add(line)
        }
        let others = document.plain.lazy.filter { !$0.isEmpty }.count
        let isTimed = document.stampedLines > 0 && Double(document.stampedLines) >= share * Double(others)
        return isTimed ? .timed(document.timedLines) : .plain(document.plainLines)
    }

    private static func bounded(_ text: String) -> Substring {
        guard text.utf8.count > LyricsLimit.inputBytes else { return text[...] }
        var end = text.utf8.index(text.startIndex, offsetBy: LyricsLimit.inputBytes)
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return text[..<end]
    }
}

/// An LRC text in the making.
private struct LRCDocument {
    private(set) var stampedLines = 0
    /// Texts without a stamp, empty ones among them, as they are in plain lyrics.
    private(set) var plain: [String] = []
    private var stamped: [TimedLine] = []
    private var allowance = LyricsAllowance()
    private var plainAllowance = LyricsAllowance()
    private var offset = Interval.zero

    /// The offset of the file holds for all of it, wherever it stands. A positive one lets lines appear earlier.
    var timedLines: [TimedLine] {
        stamped.map { TimedLine(time: max(.zero, $0.time - offset), text: $0.text) }
    }

    /// Without empty lines at the ends, and with one at most between verses.
    var plainLines: [String] {
        var lines: [String] = []
        for text in plain where !(text.isEmpty && lines.last?.isEmpty ?? true) { lines.append(text) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    mutating func add(_ line: Substring) {
        var rest = line.utf8[...]
        rest.skipSpaces()
        var times: [Interval] = []
        while let time = rest.takeStamp(open: "[", close: "]") {
            if times.count < LyricsLimit.lines { times.append(time) }
            rest.skipSpaces()
        }
        // Some files have stamps of words alone: the first is the line's.
        if times.isEmpty, let time = rest.takeStamp(open: "<", close: ">") { times = [time] }
        guard times.isEmpty else {
            stampedLines += 1
            let text = LineText.clean(rest.withoutWordStamps())
            for time in times where allowance.take(text) { stamped.append(TimedLine(time: time, text: text)) }
            return
        }
        if let tag = LRCTag(rest) {
            if let offset = tag.offset { self.offset = offset }
            return
        }
        let text = LineText.clean(line)
        if plainAllowance.take(text) { plain.append(text) }
    }
}

/// `[name:value]` on a line of its own: title, artist, who made the file. Only the offset matters to Tutti.
private struct LRCTag {
    private let name: String
    private let value: String

    /// Other names in brackets may be words of the song: `[Bridge: both]`.
    private static let names: Set<Substring> = [
        "#", "al", "ar", "au", "by", "encoding", "hash", "id", "kana", "la", "lang", "length", "offset", "qq", "re",
        "sign", "ti", "tool", "total", "ve",
    ]

    init?(_ line: Substring.UTF8View) {
        let text = LineText.clean(Substring(line))
        guard text.hasPrefix("["), text.hasSuffix("]"), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        name = LineText.clean(text[..<colon].dropFirst()).lowercased()
        guard Self.names.contains(name[...]) else { return nil }
        value = String(text[colon...].dropFirst().dropLast())
    }

    /// Milliseconds with or without a sign; what is none, or longer than 277 hours, is no offset.
    var offset: Interval? {
        guard name == "offset" else { return nil }
        var digits = LineText.clean(value)[...]
        if digits.lowercased().hasSuffix("ms") { digits = digits.dropLast(2) }
        // Also the minus of typographers.
        let isNegative = digits.hasPrefix("-") || digits.hasPrefix("\u{2212}")
        if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
        digits = Substring(LineText.clean(digits))
        guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let milliseconds = Int64(digits)
        else { return nil }
        return .milliseconds(isNegative ? -milliseconds : milliseconds)
    }
}
