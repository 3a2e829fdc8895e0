import PlaybackCore

/// What watchers were told of the item that is heard. A *playing* of an item begins when it is heard, and goes on
/// through pauses, seeks, changes of speed and waits for data. Watchers are told once that it has started, and once
/// that it has finished or failed; where something else takes its place, that is told instead.
struct ToldPlaying {
    /// How a playing that was heard to its end came to it.
    enum Ending: Hashable {
        case finished
        /// Its track could not be read further; the reason is a whole sentence.
        case failed(String)
    }

    /// The item whose playing has been told to have started.
    private(set) var item: ItemID?
    /// Why readings of tracks broke, by the serials of their marks: known up to the lead before it is heard.
    private var broken: [UInt64: String] = [:]

    /// The first frame behind `mark` is heard.
    /// - Returns: whether to tell that the item has started.
    mutating func began(_ mark: TrackMark) -> Bool {
        // Serials rise.
        broken = broken.filter { $0.key >= mark.serial }
        guard item != mark.item else { return false }
        item = mark.item
        return true
    }

    /// The track behind `mark` cannot be read further.
    mutating func broke(_ mark: TrackMark, reason: String) { broken[mark.serial] = reason }

    /// The last frame of the reading behind `mark` has been heard.
    /// - Returns: what to tell; nil where it was not told to have started.
    mutating func ended(_ mark: TrackMark) -> Ending? {
        defer { left() }
        guard item == mark.item else { return nil }
        return broken[mark.serial].map { .failed($0) } ?? .finished
    }

    /// The playing is over: something else is played, or nothing.
    mutating func left() { item = nil }
}
