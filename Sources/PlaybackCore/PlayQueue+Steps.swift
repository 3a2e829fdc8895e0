/// A look into the future: the order of play as it would be, without touching the queue.
struct Lookahead {
    var order: PlayOrder
    /// Items that would have been consumed by then.
    var gone: Set<ItemID> = []
    /// How many new rounds have begun by then. What failed is tried again in each, once.
    var rounds = 0
}

/// How the current item is chosen. These functions are the only ones that choose, so that what is announced is what
/// happens.
extension PlayQueue {
    /// The current item of `view` has been played to its end: moves `view` on and tells what happens.
    func automaticStep(_ view: inout Lookahead) -> Following {
        guard let current = view.order.current else { return .end }
        if modes.mode == .one, !isFailed(current, view) {
            return modes.stopAfterCurrent ? .stop(at: current) : arrive(current)
        }
        if modes.consume, !isFailed(current, view) { view.gone.insert(current) }
        let next = successor(&view)
        view.order.enter(next)
        if modes.stopAfterCurrent { return .stop(at: next) }
        return next.map(arrive) ?? .end
    }

    private func arrive(_ id: ItemID) -> Following {
        (self[id]?.autoplay ?? true) ? .play(id) : .pause(at: id)
    }

    /// What comes after the current item of `view` when it is left forward: the next in list order or of the shuffle.
    /// `gap` is the index at which a removed current item was.
    func successor(_ view: inout Lookahead, gap: Int? = nil) -> ItemID? {
        if view.order.round != nil { return shuffled(&view) }
        let start = gap ?? view.order.current.flatMap { indexByID[$0] }.map { $0 + 1 } ?? 0
        if let id = firstPlayable(in: start..<items.count, view) { return id }
        guard modes.mode != .off, beginRound(&view) else { return nil }
        return firstPlayable(in: 0..<items.count, view)
    }

    private func shuffled(_ view: inout Lookahead) -> ItemID? {
        if let id = draw(&view) { return id }
        guard beginRound(&view) else { return nil }
        var ids = items.map(\.id).filter { !view.gone.contains($0) }
        ids.shuffle(using: &view.order.random)
        // From the end: what is heard does not come again at once, if there is anything else.
        let playable = ids.indices.filter { !isFailed(ids[$0], view) }
        if let first = playable.last, ids[first] == view.order.current, playable.count > 1 {
            ids.swapAt(first, playable[Int.random(in: 0..<playable.count - 1, using: &view.order.random)])
        }
        view.order.round?.remaining = ids
        return draw(&view)
    }

    /// The next of the round that can be played, taken out of it. What has failed stays in the round.
    private func draw(_ view: inout Lookahead) -> ItemID? {
        func isPlayable(_ id: ItemID) -> Bool { !view.gone.contains(id) && !isFailed(id, view) }
        guard var round = view.order.round else { return nil }
        view.order.round = nil
        defer { view.order.round = round }
        while let id = round.queued.popLast() ?? round.forward.popLast() {
            if isPlayable(id) { return id }
        }
        return round.remaining.lastIndex(where: isPlayable).map { round.remaining.remove(at: $0) }
    }

    /// Starts the list or the shuffle anew, if there is anything left that is not known to fail. What failed gets
    /// another chance in each round.
    private func beginRound(_ view: inout Lookahead) -> Bool {
        let failed = view.rounds == 0 ? failedCount : retriedInVain.values.count { $0 >= view.rounds }
        guard items.count - failed - view.gone.count > 0 else { return false }
        view.rounds += 1
        return true
    }

    private func firstPlayable(in range: Range<Int>, _ view: Lookahead) -> ItemID? {
        for index in range where !view.gone.contains(items[index].id) {
            if !isFailed(items[index].id, view) { return items[index].id }
        }
        return nil
    }

    private func isFailed(_ id: ItemID, _ view: Lookahead) -> Bool {
        guard isPassedOver(id) else { return false }
        return view.rounds == 0 || retriedInVain[id, default: 0] >= view.rounds
    }

    /// Whether an item has failed in this round.
    package func isPassedOver(_ id: ItemID) -> Bool { self[id]?.status.isFailed == true && !forgiven.contains(id) }

    /// What comes before the current item: the history in shuffle, the list otherwise; the current item itself where
    /// there is nothing before it. Items that failed are passed over.
    mutating func stepBack() -> ItemID? {
        if order.round != nil { return stepBackInHistory() }
        let start = currentIndex ?? items.count
        let wraps = modes.mode != .off
        let before = (0..<start).last { !isPassedOver(items[$0].id) }
        let after = wraps ? (start..<items.count).dropFirst().last { !isPassedOver(items[$0].id) } : nil
        guard let index = before ?? after ?? currentIndex else { return nil }
        order.enter(items[index].id)
        return items[index].id
    }

    private mutating func stepBackInHistory() -> ItemID? {
        while let id = order.past.popLast() {
            guard self[id] != nil, !isPassedOver(id), id != order.current else { continue }
            if let current = order.current { order.round?.forward.append(current) }
            order.current = id
            return id
        }
        return order.current
    }

    /// Begins a shuffle round: everything but the current item, in random order.
    mutating func startRound() {
        let current = order.current
        var remaining = items.map(\.id).filter { $0 != current }
        remaining.shuffle(using: &order.random)
        order.round = ShuffleRound(remaining: remaining)
    }
}
