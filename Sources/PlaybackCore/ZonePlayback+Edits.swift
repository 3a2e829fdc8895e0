/// Edits of the queue and of its modes; errors as `PlayQueue` documents them.
extension ZonePlayback {
    package mutating func add(
        _ new: [NewItem],
        at place: QueuePlace = .end,
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> (ids: [ItemID], outcome: ZoneOutcome) {
        var ids: [ItemID] = []
        let outcome = try run { (zone, _) throws(PlaybackError) in
            let added = try zone.queue.add(new, at: place, expectedVersion: expectedVersion)
            ids = added.ids
            return added.effect
        }
        return (ids, outcome)
    }

    package mutating func remove(
        _ ids: [ItemID],
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, actions) throws(PlaybackError) in
            let effect = try zone.queue.remove(ids, expectedVersion: expectedVersion)
            actions = zone.follow(effect)
            return effect
        }
    }

    package mutating func move(
        _ id: ItemID,
        to index: Int,
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, _) throws(PlaybackError) in
            try zone.queue.move(id, to: index, expectedVersion: expectedVersion)
        }
    }

    package mutating func clear(expectedVersion: UInt64? = nil) throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, actions) throws(PlaybackError) in
            let effect = try zone.queue.clear(expectedVersion: expectedVersion)
            actions = zone.follow(effect)
            return effect
        }
    }

    /// Replaces the whole list and stops; `play` then begins with the first item in the order of play.
    package mutating func replace(
        with new: [NewItem],
        expectedVersion: UInt64? = nil
    ) throws(PlaybackError) -> (ids: [ItemID], outcome: ZoneOutcome) {
        var ids: [ItemID] = []
        let outcome = try run { (zone, actions) throws(PlaybackError) in
            let replaced = try zone.queue.replace(with: new, expectedVersion: expectedVersion)
            ids = replaced.ids
            actions = zone.follow(replaced.effect)
            return replaced.effect
        }
        return (ids, outcome)
    }

    package mutating func setMode(_ mode: PlayMode) -> ZoneOutcome {
        run { zone, _ in zone.queue.setMode(mode) }
    }

    /// Nil leaves a switch as it is.
    package mutating func setSwitches(consume: Bool?, stopAfterCurrent: Bool?) -> ZoneOutcome {
        var outcome = ZoneOutcome()
        for change in [consume.map { setConsume($0) }, stopAfterCurrent.map { setStopAfterCurrent($0) }] {
            guard let change else { continue }
            outcome.actions += change.actions
            outcome.edits += change.edits
            outcome.changes.formUnion(change.changes)
        }
        return outcome
    }

    package mutating func setConsume(_ isOn: Bool) -> ZoneOutcome {
        run { zone, _ in zone.queue.setConsume(isOn) }
    }

    package mutating func setStopAfterCurrent(_ isOn: Bool) -> ZoneOutcome {
        run { zone, _ in zone.queue.setStopAfterCurrent(isOn) }
    }
}
