/// The queue of one zone: its items, its modes, and where playback is in it. A value: no clock, no I/O; the shuffle's
/// generator is inside. `Documentation/queue-and-modes.md` has the rules.
///
/// Each mutating function either throws and has changed nothing, or returns a `QueueEffect`.
package struct PlayQueue: Sendable {
    /// The most items a queue holds.
    package static let maximumItems = 100_000
    /// How many steps ahead `QueueEffect.nextChanged` looks; nobody should prepare more than this.
    package static let planDepth = 4

    package internal(set) var items: [QueueItem] = []
    /// Rises with every edit of the list: items added, removed, moved, consumed. Not with metadata, modes or moves of
    /// the current item.
    package internal(set) var version: UInt64 = 0
    package internal(set) var modes = PlayModes()
    package internal(set) var order: PlayOrder
    /// The id that the next added item gets.
    package internal(set) var nextItemID: UInt64 = 1

    var indexByID: [ItemID: Int] = [:]
    var failedCount = 0
    /// For how many of the next rounds an item has failed again while it was prepared: it is passed over in them.
    var retriedInVain: [ItemID: Int] = [:]
    /// What failed in an earlier round and has not been tried again since: it says why, and is played like any other.
    var forgiven: Set<ItemID> = []
    /// Rises with all that may change what follows, except for what comes as it was planned: see `PlanAhead`.
    package internal(set) var edition: UInt64 = 0
    /// How many steps of the plan have come, ever.
    package internal(set) var stepsTaken: UInt64 = 0

    package init(seed: UInt64) { order = PlayOrder(random: SplitMix64(seed: seed)) }

    /// A queue as it was stored. Whatever does not fit together (an id twice, a current item that is not there) is
    /// put right rather than refused.
    package init(restoring stored: StoredZone) {
        order = stored.order
        modes = stored.modes
        version = stored.version
        items.reserveCapacity(stored.items.count)
        var highest: UInt64 = 0
        for var item in stored.items.prefix(Self.maximumItems) where indexByID[item.id] == nil {
            indexByID[item.id] = items.count
            item.status = .unknown
            if item.id.rawValue < StoredZone.maximumCount { highest = max(highest, item.id.rawValue) }
            items.append(item)
        }
        nextItemID = max(stored.nextItemID, highest + 1)
        let known = indexByID
        order.forget { known[$0] == nil }
        if modes.mode != .shuffle { order.round = nil } else if order.round == nil { startRound() }
    }

    package var current: ItemID? { order.current }
    package var currentItem: QueueItem? { order.current.flatMap { self[$0] } }
    package var currentIndex: Int? { order.current.flatMap { indexByID[$0] } }

    package subscript(_ id: ItemID) -> QueueItem? { indexByID[id].map { items[$0] } }

    package func index(of id: ItemID) -> Int? { indexByID[id] }

    /// What will happen at the end of the current item, and then of the one after it and so on: as many steps as asked
    /// for, fewer where playback would stop or pause. `advance` does the first step of it, unless the queue has been
    /// edited since.
    package func plan(limit: Int = PlayQueue.planDepth) -> [Following] {
        guard order.current != nil else { return [] }
        var steps: [Following] = []
        var view = Lookahead(order: order)
        while steps.count < limit {
            let step = automaticStep(&view)
            steps.append(step)
            guard case .play = step else { break }
        }
        return steps
    }

    /// What will happen at the end of the track that is `ahead` tracks after the current one (0: the current one).
    package func following(ahead: Int = 0) -> Following? {
        let steps = plan(limit: ahead + 1)
        return steps.count > ahead ? steps[ahead] : nil
    }
}

/// What a change of the queue did.
package struct QueueEffect: Hashable, Sendable {
    package enum Current: Hashable, Sendable {
        /// The current item is what it was.
        case unchanged
        /// Playback is to go on with this item from its start (it may be the same item again).
        case moved(to: ItemID)
        /// This item is the current one, and playback arrives there without starting it (autoplay is off).
        case paused(at: ItemID)
        /// Stop-after-current has stopped playback; this item is the current one.
        case stopped(at: ItemID)
        /// There is no current item any more: playback is over.
        case ended
    }

    package var current: Current
    /// Whether what comes after the current item, up to `PlayQueue.planDepth` steps, differs from what was announced.
    package var nextChanged: Bool
    /// Whether the list itself changed (the version rose).
    package var listChanged: Bool
    /// What has to be stored.
    package var edits: [ZoneEdit]
}
