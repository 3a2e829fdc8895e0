import AudioCore
import LyricsCore
import PlaybackCore

/// The lyrics that a zone has at hand, and which line watchers were told last. A pure core.
struct ZoneLyrics {
    private enum Known {
        case reading
        case read(Lyrics?)
    }

    /// A line, in one reading of a track.
    private struct Line: Hashable {
        var item: ItemID
        var serial: UInt64?
        var index: Int
    }

    private var known: [ItemID: Known] = [:]
    private var told: Line?

    /// Keeps the lyrics of these items and forgets all others.
    /// - Returns: those that are to be read.
    mutating func want(_ items: [ItemID]) -> [ItemID] {
        known = known.filter { items.contains($0.key) }
        let missing = items.filter { known[$0] == nil }
        for item in missing { known[item] = .reading }
        return missing
    }

    /// Takes note of lyrics that were read; those of items that nobody wants any more are dropped.
    mutating func take(_ lyrics: Lyrics?, of item: ItemID) {
        guard known[item] != nil else { return }
        known[item] = .read(lyrics)
    }

    /// Whether they are waited for.
    func wants(_ item: ItemID) -> Bool {
        guard case .reading = known[item] else { return false }
        return true
    }

    /// Nil where they are not read yet; `.some(nil)` where there are none.
    func lyrics(of item: ItemID) -> Lyrics?? {
        guard case .read(let lyrics) = known[item] else { return nil }
        return .some(lyrics)
    }

    /// False where they are not read yet.
    func hasAny(of item: ItemID) -> Bool {
        guard case .read(_?) = known[item] else { return false }
        return true
    }

    func synchronized(of item: ItemID) -> Lyrics? {
        guard case .read(let lyrics?) = known[item], lyrics.isSynchronized else { return nil }
        return lyrics
    }

    /// - Parameter serial: of the track mark; nil where nothing of it is heard.
    /// - Returns: whether watchers have not been told of this line yet.
    mutating func tell(_ item: ItemID, _ serial: UInt64?, _ index: Int) -> Bool {
        let line = Line(item: item, serial: serial, index: index)
        defer { told = line }
        return told != line
    }
}
