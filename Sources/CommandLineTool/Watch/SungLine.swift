package import WireFormat

/// The line of lyrics that is sung, as a watcher of events knows it.
package struct SungLine: Hashable, Sendable {
    /// The item whose lyrics these are; 0: none.
    package var item: UInt64 = 0
    /// 0-based; -1 before the first line.
    package var index = -1
    package var previous: Wire.LyricLine?
    package var current: Wire.LyricLine?
    package var next: Wire.LyricLine?

    package init() {}

    /// From an event of the kind `lyricLine`.
    package init(_ event: Wire.Event) {
        item = event.item?.id ?? 0
        index = Int(event.lyricIndex)
        previous = event.lyricPrevious
        current = event.lyricCurrent
        next = event.lyricNext
    }

    /// From all lines, at a place in the track.
    package init(_ lyrics: Wire.GetLyricsResponse, positionMs: Int64) {
        item = lyrics.itemId
        guard lyrics.synchronized else { return }
        let lines = lyrics.lines
        index = (lines.firstIndex { $0.timeMs > positionMs } ?? lines.count) - 1
        func line(_ place: Int) -> Wire.LyricLine? { lines.indices.contains(place) ? lines[place] : nil }
        previous = line(index - 1)
        current = line(index)
        next = line(index + 1)
    }
}
