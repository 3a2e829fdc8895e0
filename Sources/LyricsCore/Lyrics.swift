package import AudioCore

/// One line of lyrics.
package struct LyricLine: Hashable, Sendable {
    /// When it begins, in the track, never below zero; nil where the lyrics have no times.
    package var time: Interval?
    /// Without control characters other than the newline, which stands between texts that begin at the same time (an
    /// original and its translation). Empty where the song has a rest.
    package var text: String

    package init(time: Interval?, text: String) {
        self.time = time
        self.text = text
    }
}

/// The lyrics of a track, ready to be looked up. Documentation/lyrics-and-artwork.md has the rules.
package struct Lyrics: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable {
        case sidecar
        case synchronized = "SYLT"
        case unsynchronized = "USLT"
    }

    package let source: Source
    /// Whether the lines have times: all of them, or none.
    package let isSynchronized: Bool
    /// Never empty; in the order of their times, one line for each time.
    package let lines: [LyricLine]

    /// - Parameter text: whatever was found; damage is left out, and what goes beyond `LyricsLimit` is cut off.
    /// - Returns: nil where it holds no line.
    package init?(_ text: LyricsText) {
        let parsed: ParsedLyrics
        switch text {
        case .sidecar(let text):
            source = .sidecar
            parsed = LRCParser.parse(text, share: 0)
        case .unsynchronized(let text):
            source = .unsynchronized
            parsed = LRCParser.parse(text, share: 0.5)
        case .synchronized(let texts):
            source = .synchronized
            parsed = .timed(TimedTextParser.lines(texts))
        }
        switch parsed {
        case .timed(let timed):
            isSynchronized = true
            lines = Self.inOrder(timed)
        case .plain(let texts):
            isSynchronized = false
            lines = texts.map { LyricLine(time: nil, text: $0) }
        }
        if lines.allSatisfy(\.text.isEmpty) { return nil }
    }

    /// Sorts, keeps the order of equal times, and makes one line of these.
    private static func inOrder(_ timed: [TimedLine]) -> [LyricLine] {
        let sorted = timed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var lines: [LyricLine] = []
        for (_, line) in sorted {
            guard let last = lines.last, last.time == line.time else {
                lines.append(LyricLine(time: line.time, text: line.text))
                continue
            }
            if line.text.isEmpty || last.text == line.text { continue }
            let joined = last.text.isEmpty ? line.text : "\(last.text)\n\(line.text)"
            if joined.utf8.count <= LyricsLimit.lineBytes { lines[lines.count - 1].text = joined }
        }
        return lines
    }
}

/// The bounds of what is taken from a file; real lyrics are far below. Together they keep an answer with all lines
/// below the limit of a message.
package enum LyricsLimit {
    /// Of the text that is looked at.
    package static let inputBytes = 1 << 20
    package static let lines = 10_000
    /// Of all lines together, a line that is sung several times counted each time.
    package static let totalBytes = 400_000
    /// Of one line.
    package static let lineBytes = 2_000
}

/// Where a song is in its lyrics.
package struct LyricMoment: Hashable, Sendable {
    /// 0-based place of the line that is sung; -1 before the first one.
    package var index: Int
    package var previous: LyricLine?
    package var current: LyricLine?
    package var next: LyricLine?

    package init(index: Int, previous: LyricLine?, current: LyricLine?, next: LyricLine?) {
        self.index = index
        self.previous = previous
        self.current = current
        self.next = next
    }
}

extension Lyrics {
    /// The place of the line that is sung at `time` in the track: the last one that has begun; -1 before the first one,
    /// and where the lyrics have no times.
    package func index(at time: Interval) -> Int {
        guard isSynchronized else { return -1 }
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            if let begin = lines[middle].time, begin <= time { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The line at a place with its neighbours. `index` may be -1.
    package func moment(_ index: Int) -> LyricMoment {
        func line(_ place: Int) -> LyricLine? { lines.indices.contains(place) ? lines[place] : nil }
        guard isSynchronized, index >= -1, index < lines.count else {
            return LyricMoment(index: -1, previous: nil, current: nil, next: nil)
        }
        return LyricMoment(index: index, previous: line(index - 1), current: line(index), next: line(index + 1))
    }

    package func moment(at time: Interval) -> LyricMoment { moment(index(at: time)) }

    /// When another line than the one at `time` begins; nil after the last one.
    package func nextChange(after time: Interval) -> Interval? {
        guard isSynchronized else { return nil }
        let next = index(at: time) + 1
        return next < lines.count ? lines[next].time : nil
    }
}
