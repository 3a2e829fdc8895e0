package import AudioCore

/// Moves of the current item.
extension PlayQueue {
    /// The current item has been heard to its end.
    package mutating func advance() -> QueueEffect {
        change(asPlanned: true) { queue, edits in
            guard queue.order.current != nil else { return .unchanged }
            var view = Lookahead(order: queue.order)
            let step = queue.automaticStep(&view)
            queue.adopt(view, &edits)
            return queue.settle(step)
        }
    }

    /// The user's `next`: on in list order or in the shuffle, also in mode `one`.
    package mutating func next() -> QueueEffect {
        change { queue, edits in
            var view = Lookahead(order: queue.order)
            if queue.modes.consume, let id = queue.current, !queue.isPassedOver(id) { view.gone.insert(id) }
            let next = queue.successor(&view)
            view.order.enter(next)
            queue.adopt(view, &edits)
            return next.map { .moved(to: $0) } ?? .ended
        }
    }

    /// The user's `previous`: back in list order, or in the history in shuffle; the current item from its start where
    /// nothing is before it.
    /// - Throws: `failedPrecondition` if there is nothing to go to.
    package mutating func previous() throws(PlaybackError) -> QueueEffect {
        guard !items.isEmpty else { throw .emptyQueue }
        return change { queue, edits in
            guard let id = queue.stepBack() else { return queue.begin(&edits) }
            queue.forgive(id)
            return .moved(to: id)
        }
    }

    /// Makes an item current, whatever the mode: the user's choice. One that had failed is tried again.
    /// - Throws: `notFound`.
    package mutating func play(_ id: ItemID) throws(PlaybackError) -> QueueEffect {
        guard self[id] != nil else { throw .noItem(id) }
        return change { queue, _ in
            if id != queue.order.current {
                queue.order.round?.forget { $0 == id }
                queue.order.round?.forward = []
            }
            queue.order.enter(id)
            queue.forgive(id)
            return .moved(to: id)
        }
    }

    /// Makes the item at a 0-based index current.
    /// - Throws: `outOfRange`.
    package mutating func play(index: Int) throws(PlaybackError) -> QueueEffect {
        guard items.indices.contains(index) else { throw outOfRange("play from that place") }
        return try play(items[index].id)
    }

    /// Makes sure that there is a current item, as `play` without an argument does: the first in the order of play. If
    /// everything had failed, everything is tried again.
    /// - Throws: `failedPrecondition` if the queue is empty.
    package mutating func ensureCurrent() throws(PlaybackError) -> QueueEffect {
        guard !items.isEmpty else { throw .emptyQueue }
        return change { queue, edits in
            guard let id = queue.order.current else { return queue.begin(&edits) }
            queue.forgive(id)
            return .unchanged
        }
    }

    /// The item could not be played, or not further. If it is the current one, playback goes on with what follows, in
    /// mode `one` too, and ends when nothing is left that is not known to fail. Unknown ids are ignored: the item may
    /// have been removed in the meantime.
    package mutating func markFailed(_ id: ItemID, reason: String) -> QueueEffect {
        change { queue, edits in
            queue.setStatus(.failed(reason), of: id)
            guard id == queue.order.current else { return .unchanged }
            var view = Lookahead(order: queue.order)
            let next = queue.successor(&view)
            view.order.enter(next)
            queue.adopt(view, &edits)
            if queue.modes.stopAfterCurrent { return queue.settle(.stop(at: next)) }
            guard let next, let item = queue[next] else { return .ended }
            return item.autoplay ? .moved(to: next) : .paused(at: next)
        }
    }

    /// As `markFailed`, but the current item stays the current one until `advance`: a part of it is still to be heard.
    package mutating func noteFailure(_ id: ItemID, reason: String) -> QueueEffect {
        change { queue, _ in
            queue.setStatus(.failed(reason), of: id)
            return .unchanged
        }
    }

    /// The item is being opened. Ignored for unknown ids, and for what failed: another failure of it must be known as
    /// such.
    package mutating func markLoading(_ id: ItemID) {
        if self[id]?.status.isFailed == false { setStatus(.loading, of: id) }
    }

    /// The item has been opened and this is known of it. Tags that it has replace what was known before.
    package mutating func markReady(_ id: ItemID, _ info: TrackInfo) -> QueueEffect {
        change { queue, edits in
            guard let index = queue.indexByID[id] else { return .unchanged }
            let before = queue.items[index]
            queue.setStatus(.ready, of: id)
            queue.items[index].title = info.title?.cut() ?? before.title
            queue.items[index].artist = info.artist?.cut() ?? before.artist
            queue.items[index].album = info.album?.cut() ?? before.album
            if let description = info.description { queue.items[index].hasCover = !description.pictures.isEmpty }
            if let duration = info.duration {
                queue.items[index].duration = duration
                queue.items[index].durationEstimated = info.lengthIsEstimate
            }
            var after = queue.items[index]
            after.status = before.status
            if after != before { edits.append(.updated(queue.items[index])) }
            return .unchanged
        }
    }

    // MARK: - Parts

    /// Runs one change and finds out what it did beyond what it says itself.
    /// - Parameter asPlanned: it does the next step of the plan.
    mutating func change(
        asPlanned: Bool = false,
        _ body: (inout PlayQueue, inout [ZoneEdit]) -> QueueEffect.Current
    ) -> QueueEffect {
        let (planBefore, orderBefore, modesBefore, versionBefore) = (plan(), order, modes, version)
        var edits: [ZoneEdit] = []
        let current = body(&self, &edits)
        if version != versionBefore { edits.append(.counters(version: version, nextItemID: nextItemID)) }
        if modes != modesBefore { edits.append(.modes(modes)) }
        if order != orderBefore { edits.append(.order(order)) }
        // What is consumed, stops or fails is planned by another count than the one that holds afterwards.
        if asPlanned, version == versionBefore, modes == modesBefore, failedCount == 0 {
            stepsTaken += 1
        } else if asPlanned || order != orderBefore || modes != modesBefore || version != versionBefore {
            edition += 1
        }
        return QueueEffect(
            current: current,
            nextChanged: current == .unchanged && plan() != planBefore,
            listChanged: version != versionBefore,
            edits: edits
        )
    }

    /// Makes a look into the future the present.
    mutating func adopt(_ view: Lookahead, _ edits: inout [ZoneEdit]) {
        if view.rounds > 0 { forgiveAll() }
        order = view.order
        if !view.gone.isEmpty { drop(view.gone, &edits) }
    }

    private mutating func settle(_ step: Following) -> QueueEffect.Current {
        switch step {
        case .play(let id): return .moved(to: id)
        case .pause(at: let id): return .paused(at: id)
        case .stop(at: let id):
            modes.stopAfterCurrent = false
            return id.map { .stopped(at: $0) } ?? .ended
        case .end:
            modes.stopAfterCurrent = false
            return .ended
        }
    }

    private mutating func begin(_ edits: inout [ZoneEdit]) -> QueueEffect.Current {
        if failedCount == items.count {
            retriedInVain = [:]
            forgiveAll()
        }
        var view = Lookahead(order: order)
        let first = successor(&view)
        view.order.enter(first)
        adopt(view, &edits)
        return first.map { .moved(to: $0) } ?? .ended
    }

    mutating func setStatus(_ status: ItemStatus, of id: ItemID) {
        guard let index = indexByID[id] else { return }
        let failedBefore = isPassedOver(id)
        forgiven.remove(id)
        if status.isFailed || failedBefore { edition += 1 }
        failedCount += (status.isFailed ? 1 : 0) - (failedBefore ? 1 : 0)
        if status.isFailed, failedBefore {
            retriedInVain[id, default: 0] += 1
        } else {
            retriedInVain[id] = nil
        }
        items[index].status = status
    }

    private mutating func forgive(_ id: ItemID) {
        if self[id]?.status.isFailed == true { setStatus(.unknown, of: id) }
    }

    /// What failed gets another chance, but what has had it already.
    private mutating func forgiveAll() {
        guard failedCount > 0 else { return }
        edition += 1
        failedCount = 0
        for item in items where isPassedOver(item.id) {
            if retriedInVain[item.id] != nil {
                failedCount += 1
            } else {
                forgiven.insert(item.id)
            }
        }
        retriedInVain = retriedInVain.compactMapValues { $0 > 1 ? $0 - 1 : nil }
    }

    /// Names no index: some remotes show places from 0 and others from 1.
    func outOfRange(_ doing: String) -> PlaybackError {
        let reason =
            switch items.count {
            case 0: "is empty: add something first"
            case 1: "has only 1 item"
            default: "has only \(items.count) items"
            }
        return PlaybackError(.outOfRange, "cannot \(doing): the queue \(reason)")
    }
}
