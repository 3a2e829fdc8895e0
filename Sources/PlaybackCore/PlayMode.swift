/// What follows when an item ends. `Documentation/queue-and-modes.md` has the exact rules.
package enum PlayMode: String, Hashable, Sendable, CaseIterable {
    /// In list order; stops after the last item.
    case off
    /// In list order; the first item follows the last.
    case loop
    /// In random order, each item once per round, round after round.
    case shuffle
    /// The same item again; `next` and `previous` move as in `loop`.
    case one
}

/// What a zone keeps of its modes and switches.
package struct PlayModes: Hashable, Sendable {
    package var mode: PlayMode
    /// Items are removed once they have been played to their end or skipped by `next`.
    package var consume: Bool
    /// Playback stops when the current item is over; the switch then turns itself off.
    package var stopAfterCurrent: Bool

    package init(mode: PlayMode = .off, consume: Bool = false, stopAfterCurrent: Bool = false) {
        self.mode = mode
        self.consume = consume
        self.stopAfterCurrent = stopAfterCurrent
    }
}

/// Which of a track's ReplayGain values a zone applies.
package enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
    case off
    /// Every track as loud as every other.
    case track
    /// Albums as loud as each other, with their own differences.
    case album
}

/// Where items are added.
package enum QueuePlace: Hashable, Sendable {
    case end
    /// Right after the current item (at the beginning, if there is none): they play next, in shuffle too.
    case next
    /// Before the item that is at this index now; the number of items means the end.
    case index(Int)
}

/// What happens when an item has come to its end.
package enum Following: Hashable, Sendable {
    /// This item plays, without a gap.
    case play(ItemID)
    /// This item becomes the current one and the zone pauses at its start: it was added without autoplay.
    case pause(at: ItemID)
    /// The zone stops (stop-after-current) and this item is the current one, if there is one.
    case stop(at: ItemID?)
    /// The zone stops: nothing follows.
    case end
}
