import AudioCore

/// Edits of the list and of the modes. `expectedVersion`, where given, has to be the queue's version, or the edit is
/// refused with `aborted`: so two clients never undo each other unknowingly.
extension PlayQueue {
    /// Adds items in the order given.
    /// - Returns: their ids and the effect.
    /// - Throws: `aborted`, `outOfRange`, `resourceExhausted`; `invalidArgument` for a URI that is too long.
    package mutating func add(
        _ new: [NewItem],
        at place: QueuePlace = .end,
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> (ids: [ItemID], effect: QueueEffect) {
        try check(expectedVersion)
        try check(new)
        try checkRoom(for: new.count, besides: items.count)
        let index = try insertionIndex(place)
        var ids: [ItemID] = []
        let effect = change { queue, edits in
            ids = queue.insert(new, at: index, &edits)
            if place == .next, queue.order.round != nil {
                queue.order.round?.queued.append(contentsOf: ids.reversed())
            } else {
                queue.deal(ids)
            }
            return .unchanged
        }
        return (ids, effect)
    }

    /// Removes items. If the current one is among them, what would have followed it becomes current.
    /// - Throws: `aborted`; `notFound` if one of them is not there (then none is removed).
    package mutating func remove(
        _ ids: [ItemID],
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> QueueEffect {
        try check(expectedVersion)
        for id in ids where indexByID[id] == nil { throw .noItem(id) }
        let gone = Set(ids)
        return change { queue, edits in
            guard !gone.isEmpty else { return .unchanged }
            let gap = queue.currentIndex.flatMap { index in
                gone.contains(queue.items[index].id)
                    ? index - gone.count { (queue.indexByID[$0] ?? index) < index } : nil
            }
            queue.drop(gone, &edits)
            guard let gap else { return .unchanged }
            var view = Lookahead(order: queue.order)
            let next = queue.successor(&view, gap: gap)
            view.order.enter(next)
            queue.adopt(view, &edits)
            guard let next, let item = queue[next] else { return .ended }
            return item.autoplay ? .moved(to: next) : .paused(at: next)
        }
    }

    /// Moves an item so that it is at `index` (0-based) afterwards. The current item stays the current one.
    /// - Throws: `aborted`, `notFound`, `outOfRange`.
    package mutating func move(
        _ id: ItemID,
        to index: Int,
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> QueueEffect {
        try check(expectedVersion)
        guard let from = indexByID[id] else { throw .noItem(id) }
        guard items.indices.contains(index) else { throw outOfRange("move item \(id) to that place") }
        return change { queue, edits in
            guard from != index else { return .unchanged }
            let item = queue.items.remove(at: from)
            queue.items.insert(item, at: index)
            queue.reindex(min(from, index)...max(from, index))
            queue.version += 1
            edits.append(.moved(id, after: queue.id(before: index)))
            return .unchanged
        }
    }

    /// Removes everything; playback is over.
    /// - Throws: `aborted`.
    package mutating func clear(expectedVersion: UInt64? = nil) throws(PlaybackError) -> QueueEffect {
        try check(expectedVersion)
        return change { queue, edits in
            let hadCurrent = queue.order.current != nil
            queue.empty(&edits)
            return hadCurrent ? .ended : .unchanged
        }
    }

    /// Removes everything and adds these items; playback is over.
    /// - Throws: `aborted`, `resourceExhausted`; `invalidArgument` for a URI that is too long.
    package mutating func replace(
        with new: [NewItem],
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> (ids: [ItemID], effect: QueueEffect) {
        try check(expectedVersion)
        try check(new)
        try checkRoom(for: new.count, besides: 0)
        var ids: [ItemID] = []
        let effect = change { queue, edits in
            let hadCurrent = queue.order.current != nil
            queue.empty(&edits)
            ids = queue.insert(new, at: 0, &edits)
            queue.deal(ids)
            return hadCurrent ? .ended : .unchanged
        }
        return (ids, effect)
    }

    /// Changes the mode. `shuffle` begins a new round; leaving it, playback goes on after the current item in list
    /// order.
    package mutating func setMode(_ mode: PlayMode) -> QueueEffect {
        change { queue, _ in
            guard mode != queue.modes.mode else { return .unchanged }
            queue.modes.mode = mode
            if mode == .shuffle { queue.startRound() } else { queue.order.round = nil }
            return .unchanged
        }
    }

    package mutating func setConsume(_ isOn: Bool) -> QueueEffect {
        change { queue, _ in
            queue.modes.consume = isOn
            return .unchanged
        }
    }

    package mutating func setStopAfterCurrent(_ isOn: Bool) -> QueueEffect {
        change { queue, _ in
            queue.modes.stopAfterCurrent = isOn
            return .unchanged
        }
    }

    // MARK: - Parts

    private func check(_ expected: UInt64?) throws(PlaybackError) {
        guard let expected, expected != version else { return }
        throw .versionMismatch(expected: expected, actual: version)
    }

    private func check(_ new: [NewItem]) throws(PlaybackError) {
        guard let long = new.first(where: { $0.uri.utf8.count > TrackURI.maximumBytes }) else { return }
        throw PlaybackError(
            .invalidArgument,
            "cannot add \(long.uri.cut(toBytes: 80))...: it is longer than \(TrackURI.maximumBytes) bytes; use a shorter one"
        )
    }

    private func checkRoom(for count: Int, besides kept: Int) throws(PlaybackError) {
        guard count > Self.maximumItems - kept else { return }
        throw PlaybackError(
            .resourceExhausted,
            "cannot add \(count) items to the \(kept) in the queue: it holds \(Self.maximumItems); remove some first"
        )
    }

    private func insertionIndex(_ place: QueuePlace) throws(PlaybackError) -> Int {
        switch place {
        case .end: return items.count
        case .next: return currentIndex.map { $0 + 1 } ?? 0
        case .index(let index):
            guard (0...items.count).contains(index) else {
                throw PlaybackError(
                    .outOfRange,
                    "cannot add at that place: the queue has \(items.count) items; the place after the last is its end"
                )
            }
            return index
        }
    }

    private mutating func insert(_ new: [NewItem], at index: Int, _ edits: inout [ZoneEdit]) -> [ItemID] {
        guard !new.isEmpty else { return [] }
        var added: [QueueItem] = []
        added.reserveCapacity(new.count)
        for item in new {
            added.append(QueueItem(id: ItemID(nextItemID), item))
            nextItemID += 1
        }
        items.insert(contentsOf: added, at: index)
        failedCount += added.count { $0.status.isFailed }
        reindex(index...items.count - 1)
        version += 1
        edits.append(.inserted(added, after: id(before: index)))
        return added.map(\.id)
    }

    private mutating func deal(_ ids: [ItemID]) {
        var order = order
        order.deal(ids) { !isPassedOver($0) }
        self.order = order
    }

    /// Takes items out of the list and out of the order of play. If the current item is among them, there is none.
    mutating func drop(_ gone: Set<ItemID>, _ edits: inout [ZoneEdit]) {
        let indexes = gone.compactMap { indexByID[$0] }.sorted()
        guard let first = indexes.first else { return }
        failedCount -= indexes.count { isPassedOver(items[$0].id) }
        forgiven.subtract(gone)
        for id in gone { retriedInVain[id] = nil }
        edits.append(.removed(indexes.map { items[$0].id }))
        for id in gone { indexByID[id] = nil }
        let kept = items[first...].filter { !gone.contains($0.id) }
        items.replaceSubrange(first..., with: kept)
        if first < items.count { reindex(first...items.count - 1) }
        order.forget { gone.contains($0) }
        version += 1
    }

    private mutating func empty(_ edits: inout [ZoneEdit]) {
        guard !items.isEmpty else { return }
        items = []
        indexByID = [:]
        failedCount = 0
        retriedInVain = [:]
        forgiven = []
        order.forget { _ in true }
        version += 1
        edits.append(.cleared)
    }

    private mutating func reindex(_ range: ClosedRange<Int>) {
        for index in range { indexByID[items[index].id] = index }
    }

    private func id(before index: Int) -> ItemID? { index > 0 ? items[index - 1].id : nil }
}
