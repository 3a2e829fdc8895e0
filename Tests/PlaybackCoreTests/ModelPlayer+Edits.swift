import PlaybackCore

/// What changes the list and its settings.
extension ModelPlayer {
    mutating func add() {
        let count = Int.random(in: 0...3, using: &random)
        let new = (0..<count).map { _ in
            NewItem(
                uri: "x",
                autoplay: Int.random(in: 0..<6, using: &random) > 0,
                problem: Int.random(in: 0..<8, using: &random) == 0 ? "missing" : nil
            )
        }
        let place: QueuePlace
        let index: Int
        switch Int.random(in: 0..<3, using: &random) {
        case 0: (place, index) = (.end, queue.items.count)
        case 1: (place, index) = (.next, queue.currentIndex.map { $0 + 1 } ?? 0)
        default:
            index = Int.random(in: 0...queue.items.count, using: &random)
            place = .index(index)
        }
        guard let added = try? queue.add(new, at: place) else { return check(false, "add failed") }
        let entries = zip(added.ids, new).map {
            NaiveQueue.Entry(id: $0, failed: $1.problem != nil, autoplay: $1.autoplay)
        }
        model.entries.insert(contentsOf: entries, at: index)
        if model.mode == .shuffle {
            if place == .next {
                model.first.insert(contentsOf: added.ids, at: 0)
            } else {
                model.unplayed.formUnion(added.ids)
            }
        }
        took(added.effect, "add \(added.ids) at \(place)")
    }

    mutating func remove() {
        let ids = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in anyID() }
        guard !ids.isEmpty, let effect = try? queue.remove(ids) else { return }
        took(effect, "remove \(ids)")
        let gone = Set(ids)
        let gap = model.entries.firstIndex { $0.id == model.current }
            .map { index in model.entries[..<index].count { !gone.contains($0.id) } }
        let lost = model.current.map { gone.contains($0) } ?? false
        model.remove(gone)
        if lost {
            moved(model.choices(leaving: nil, consuming: false, gap: gap), consuming: false)
        } else {
            check(effect.current == .unchanged, "removing others moved the current item")
        }
    }

    mutating func move() {
        guard let id = anyID() else { return }
        let index = Int.random(in: queue.items.indices, using: &random)
        guard let effect = try? queue.move(id, to: index) else { return check(false, "move failed") }
        took(effect, "move \(id) to \(index)")
        guard let entry = model.entry(id) else { return }
        model.entries.removeAll { $0.id == id }
        model.entries.insert(entry, at: index)
        check(effect.current == .unchanged, "moving changed the current item")
    }

    mutating func setMode(_ mode: PlayMode) {
        took(queue.setMode(mode), "mode \(mode)")
        model.setMode(mode)
    }

    mutating func toggleSwitch() {
        if Bool.random(using: &random) {
            model.consume.toggle()
            took(queue.setConsume(model.consume), "consume")
        } else {
            model.stopAfterCurrent.toggle()
            took(queue.setStopAfterCurrent(model.stopAfterCurrent), "stop after current")
        }
    }

    mutating func clear() {
        guard let effect = try? queue.clear() else { return check(false, "clear failed") }
        took(effect, "clear")
        model.remove(Set(model.entries.map(\.id)))
    }

    mutating func replace() {
        let new = [NewItem(uri: "x"), NewItem(uri: "y", problem: "missing")]
        guard let replaced = try? queue.replace(with: new, expectedVersion: queue.version) else {
            return check(false, "replace failed")
        }
        took(replaced.effect, "replace by \(replaced.ids)")
        model.remove(Set(model.entries.map(\.id)))
        model.entries = zip(replaced.ids, new).map { NaiveQueue.Entry(id: $0, failed: $1.problem != nil) }
        if model.mode == .shuffle { model.unplayed = Set(replaced.ids) }
    }

    /// An edit by someone who has seen another version changes nothing.
    mutating func staleEdit() {
        let old = queue.version &- 1
        check((try? queue.add([NewItem(uri: "x")], expectedVersion: old)) == nil, "a stale addition was taken")
        check((try? queue.clear(expectedVersion: old)) == nil, "a stale clear was taken")
        guard let id = anyID() else { return }
        check((try? queue.remove([id], expectedVersion: old)) == nil, "a stale removal was taken")
        check((try? queue.move(id, to: 0, expectedVersion: old)) == nil, "a stale move was taken")
    }

    /// A restart from what was stored: everything goes on as if nothing had been, but failures are forgotten.
    mutating func restart() {
        log?("restart")
        queue = PlayQueue(restoring: mirror)
        plan = PlanAhead()
        for index in model.entries.indices { model.entries[index].failed = false }
        model.retried = [:]
    }
}
