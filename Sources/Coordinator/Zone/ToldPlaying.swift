import PlaybackCore

/// What watchers were told of the item that is heard. A *playing* of an item begins when it is heard, and goes on through
/// pauses, seeks, changes of speed and waits for data. Watchers are told once that it has started, and once that it has
/// finished or failed; where something else takes its place, that is told instead.
struct ToldPlaying {
    /// The item whose playing has been told to have started.
    private(set) var item: ItemID?
    private var hasFailed = false
    /// Serials of marks that were told to have failed before they were heard.
    private var failedAhead: Set<UInt64> = []

    /// The first frame behind `mark` is heard.
    /// - Returns: whether to tell that the item has started.
    mutating func began(_ mark: TrackMark) -> Bool {
        let hasFailedAhead = failedAhead.contains(mark.serial)
        // Serials rise.
        failedAhead = failedAhead.filter { $0 > mark.serial }
        guard item != mark.item else { return false }
        (item, hasFailed) = (mark.item, hasFailedAhead)
        return true
    }

    /// The item has been heard to its end.
    /// - Returns: whether to tell so.
    mutating func finished(_ id: ItemID) -> Bool {
        defer { left() }
        return item == id && !hasFailed
    }

    /// The track behind `mark` cannot be read further.
    /// - Parameter isHeard: it belongs to the playing that is heard, and to none that comes.
    /// - Returns: whether to tell that the item has failed.
    mutating func broke(_ mark: TrackMark, isHeard: Bool) -> Bool {
        guard isHeard, item == mark.item else { return failedAhead.insert(mark.serial).inserted }
        defer { hasFailed = true }
        return !hasFailed
    }

    /// The playing is over: something else is played, or nothing.
    mutating func left() { (item, hasFailed) = (nil, false) }
}

extension ZoneSchedule {
    /// Whether `mark` belongs to the track that is heard, or to a reading of it that takes its place.
    func isOfHeardTrack(_ mark: TrackMark) -> Bool {
        if let pending, pending.generation == mark.generation {
            guard case .fresh = pending.kind else { return false }
            return pending.marks.first?.serial == mark.serial
        }
        guard let index = marks.firstIndex(where: { $0.serial == mark.serial }) else { return false }
        return marks[...index].dropFirst().allSatisfy(\.continues)
    }
}
