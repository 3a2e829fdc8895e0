import PlaybackCore

/// A second, slow and plain queue that knows the documented rules and shares no code with `PlayQueue`. In shuffle it
/// does not choose: it is told what was chosen and says whether that was allowed.
struct NaiveQueue {
    struct Entry: Equatable {
        var id: ItemID
        var failed = false
        var autoplay = true
    }

    var entries: [Entry] = []
    var current: ItemID?
    var mode = PlayMode.off
    var consume = false
    var stopAfterCurrent = false

    /// Shuffle: what was heard before (oldest first), what is to come first (first first), what the round has left.
    var heard: [ItemID] = []
    var first: [ItemID] = []
    var walkedBack: [ItemID] = []
    var unplayed: Set<ItemID> = []
    /// How often each failed although it had failed before: so many rounds pass over it.
    var retried: [ItemID: Int] = [:]

    func entry(_ id: ItemID?) -> Entry? { entries.first { $0.id == id } }
    func isPlayable(_ id: ItemID) -> Bool { entry(id)?.failed == false }
    var allFailed: Bool { entries.allSatisfy(\.failed) }

    /// What may come when the current item is left forward: any of the set; an empty set means the end. The new round
    /// that may be needed is told by `isNewRound`.
    func choices(leaving: Entry?, consuming: Bool, gap: Int? = nil) -> (ids: Set<ItemID>, isNewRound: Bool) {
        let kept = entries.filter { !consuming || $0.id != leaving?.id }
        let playable = kept.filter { !$0.failed }.map(\.id)
        if mode == .shuffle {
            if let id = (first + walkedBack).first(where: { playable.contains($0) }) { return ([id], false) }
            let left = unplayed.intersection(playable)
            if !left.isEmpty { return (left, false) }
            if playable.isEmpty { return ([], false) }
            let all = Set(kept.map(\.id)).subtracting(retried.keys)
            let others = all.subtracting(leaving.map { [$0.id] } ?? [])
            return (others.isEmpty ? all : others, true)
        }
        let index = gap ?? leaving.flatMap { item in entries.firstIndex { $0.id == item.id } }.map { $0 + 1 } ?? 0
        if let found = entries[index...].first(where: { !$0.failed }) { return ([found.id], false) }
        if mode == .off || playable.isEmpty { return ([], false) }
        return (kept.first { retried[$0.id] == nil }.map { [$0.id] } ?? [], true)
    }

    /// Takes over what was chosen.
    mutating func go(to chosen: ItemID?, consuming: Bool, isNewRound: Bool) {
        let left = current
        if isNewRound {
            for index in entries.indices { entries[index].failed = retried[entries[index].id] != nil }
            for (id, count) in retried { retried[id] = count > 1 ? count - 1 : nil }
            (first, walkedBack) = ([], [])
            unplayed = Set(entries.map(\.id))
        }
        if let left, left != chosen { heard.append(left) }
        if let chosen { take(chosen) } else { (first, walkedBack) = ([], []) }
        current = chosen
        if consuming, let left { remove([left]) }
    }

    /// Takes an item out of what is to come, with whatever unplayable stood before it.
    private mutating func take(_ id: ItemID) {
        guard mode == .shuffle else { return }
        if let index = first.firstIndex(of: id), first[..<index].allSatisfy({ !isPlayable($0) }) {
            first.removeFirst(index + 1)
        } else if let index = walkedBack.firstIndex(of: id) {
            first = []
            walkedBack.removeFirst(index + 1)
        } else {
            (first, walkedBack) = ([], [])
            unplayed.remove(id)
        }
    }

    mutating func remove(_ ids: Set<ItemID>) {
        entries.removeAll { ids.contains($0.id) }
        heard.removeAll { ids.contains($0) }
        first.removeAll { ids.contains($0) }
        walkedBack.removeAll { ids.contains($0) }
        unplayed.subtract(ids)
        for id in ids { retried[id] = nil }
        if let id = current, ids.contains(id) { current = nil }
    }

    /// The user's choice of an item.
    mutating func jump(to id: ItemID) {
        setFailed(id, false)
        guard id != current else { return }
        if let current { heard.append(current) }
        first.removeAll { $0 == id }
        walkedBack = []
        unplayed.remove(id)
        current = id
    }

    mutating func setFailed(_ id: ItemID, _ failed: Bool) {
        if failed, entry(id)?.failed == true { retried[id, default: 0] += 1 }
        if !failed { retried[id] = nil }
        for index in entries.indices where entries[index].id == id { entries[index].failed = failed }
    }

    /// The user's `previous`, with a current item.
    /// - Returns: where it leads.
    mutating func back() -> ItemID? {
        if mode == .shuffle {
            while let id = heard.popLast() {
                guard isPlayable(id), id != current else { continue }
                if let current { walkedBack.insert(current, at: 0) }
                current = id
                return id
            }
            if let current { setFailed(current, false) }
            return current
        }
        guard let here = entries.firstIndex(where: { $0.id == current }) else { return nil }
        let wrapped = mode == .off ? [] : Array(entries[(here + 1)...])
        let target = entries[..<here].last { !$0.failed } ?? wrapped.last { !$0.failed } ?? entries[here]
        setFailed(target.id, false)
        if target.id != current { heard.append(entries[here].id) }
        current = target.id
        return target.id
    }

    mutating func setMode(_ new: PlayMode) {
        guard new != mode else { return }
        mode = new
        (first, walkedBack) = ([], [])
        unplayed = new == .shuffle ? Set(entries.map(\.id)).subtracting(current.map { [$0] } ?? []) : []
    }
}
