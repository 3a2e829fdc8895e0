import PlaybackCore

extension StoredZone {
    /// What a store does with edits.
    mutating func apply(_ edits: [ZoneEdit]) {
        for edit in edits {
            switch edit {
            case .inserted(let new, after: let id): items.insert(contentsOf: new, at: index(after: id))
            case .removed(let ids): items.removeAll { ids.contains($0.id) }
            case .moved(let id, after: let neighbour):
                guard let item = items.first(where: { $0.id == id }) else { continue }
                items.removeAll { $0.id == id }
                items.insert(item, at: index(after: neighbour))
            case .cleared: items = []
            case .updated(let item): items = items.map { $0.id == item.id ? item : $0 }
            case .counters(let version, let nextItemID): (self.version, self.nextItemID) = (version, nextItemID)
            case .modes(let modes): self.modes = modes
            case .order(let order): self.order = order
            case .transport(let state, let position):
                transport = state
                self.position = position ?? self.position
            case .volume(let volume): self.volume = volume
            case .rate(let permille): ratePermille = permille
            case .replayGain(let mode): replayGain = mode
            case .renamed(let name): self.name = name
            }
        }
    }

    private func index(after id: ItemID?) -> Int { items.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0 }
}
