import AudioCore
package import PlaybackCore

extension SQLiteStore {
    /// The distance between the places of items added at the end: 2^31 appends, or 32 insertions one into the gap of
    /// the other, before places are renumbered.
    static let gap: Int64 = 1 << 32

    package func save(_ edits: [ZoneEdit], zone: String) throws(StoreError) {
        guard !edits.isEmpty else { return }
        let doing = "save the queue"
        try database.transaction(doing) { () throws(StoreError) in
            try statements.zoneExists.bind([.text(zone)])
            let exists = try statements.zoneExists.step(doing)
            statements.zoneExists.reset()
            guard exists else { throw StoreError(.notFound, "cannot \(doing): zone \(zone) is not stored yet") }
            for edit in edits { try apply(edit, zone, doing) }
        }
    }

    private func apply(_ edit: ZoneEdit, _ zone: String, _ doing: String) throws(StoreError) {
        switch edit {
        case .inserted(let items, after: let neighbour):
            try insert(items, after: neighbour, zone: zone, doing)
        case .removed(let ids):
            for id in ids { try statements.removeItem.run([.text(zone), .integer(id.rawValue)], doing: doing) }
        case .moved(let id, after: let neighbour):
            let places = try places(1, after: neighbour, zone: zone, doing)
            let values: [Statement.Value] = [.text(zone), .integer(id.rawValue), .integer(places.first)]
            try statements.setPlace.run(values, doing: doing)
        case .cleared:
            try statements.removeItems.run([.text(zone)], doing: doing)
        case .updated(let item):
            let values = [.text(zone), .integer(item.id.rawValue)] + details(item)
            try statements.updateItem.run(values, doing: doing)
        case .counters, .modes, .order, .transport, .volume, .rate, .replayGain, .renamed:
            try applyToZone(edit, zone, doing)
        }
    }

    /// All but what changes the list.
    private func applyToZone(_ edit: ZoneEdit, _ zone: String, _ doing: String) throws(StoreError) {
        switch edit {
        case .inserted, .removed, .moved, .cleared, .updated: break
        case .counters(let version, let nextItemID):
            let values: [Statement.Value] = [.text(zone), .integer(version), .integer(nextItemID)]
            try statements.setCounters.run(values, doing: doing)
        case .modes(let modes):
            let values: [Statement.Value] = [
                .text(zone), .text(modes.mode.rawValue), .integer(modes.consume), .integer(modes.stopAfterCurrent),
            ]
            try statements.setModes.run(values, doing: doing)
        case .order(let order):
            try save(order, zone: zone, doing)
        case .transport(let transport, position: let position?):
            let values: [Statement.Value] = [
                .text(zone), .text(transport.rawValue), .integer(position.nanoseconds),
            ]
            try statements.savePlayhead.run(values, doing: doing)
        case .transport(let transport, position: nil):
            try statements.setTransport.run([.text(zone), .text(transport.rawValue)], doing: doing)
        case .volume(let volume):
            try statements.setVolume.run([.text(zone), .integer(volume)], doing: doing)
        case .rate(let permille):
            try statements.setRate.run([.text(zone), .integer(permille)], doing: doing)
        case .replayGain(let mode):
            try statements.setReplayGain.run([.text(zone), .text(mode.rawValue)], doing: doing)
        case .renamed(let name):
            try statements.renameZone.run([.text(zone), .text(name)], doing: doing)
        }
    }

    func save(_ order: PlayOrder, zone: String, _ doing: String) throws(StoreError) {
        let values: [Statement.Value] = [
            .text(zone), .optional(order.current?.rawValue), .blob(ItemIDList.bytes(order.past)),
            .integer(order.round != nil), .blob(ItemIDList.bytes(order.round?.queued ?? [])),
            .blob(ItemIDList.bytes(order.round?.forward ?? [])),
            .blob(ItemIDList.bytes(order.round?.remaining ?? [])), .integer(order.random.state),
        ]
        try statements.saveOrder.run(values, doing: doing)
    }

    func insert(
        _ items: [QueueItem],
        after neighbour: ItemID?,
        zone: String,
        _ doing: String
    ) throws(StoreError) {
        guard !items.isEmpty else { return }
        let places = try places(items.count, after: neighbour, zone: zone, doing)
        for (index, item) in items.enumerated() {
            let place = places.first + Int64(index) * places.step
            let key: [Statement.Value] = [.text(zone), .integer(item.id.rawValue), .integer(place)]
            try statements.insertItem.run(key + details(item), doing: doing)
        }
    }

    /// The columns after the key, in the order of the table.
    private func details(_ item: QueueItem) -> [Statement.Value] {
        [
            .text(item.uri), .optional(item.title), .optional(item.artist), .optional(item.album),
            .optional(item.duration?.nanoseconds), .integer(item.durationEstimated),
            .optional(item.startPosition?.nanoseconds), .integer(item.autoplay),
            .integer(item.keepPosition), .optional(item.resumePosition?.nanoseconds),
            .optional(item.cover),
        ]
    }

    /// Finds places for `count` items right after item `neighbour` (nil: before all), renumbering the zone if the gap
    /// there is too small.
    private func places(
        _ count: Int,
        after neighbour: ItemID?,
        zone: String,
        _ doing: String
    ) throws(StoreError) -> (first: Int64, step: Int64) {
        for attempt in 0...1 {
            let low = try place(of: neighbour, zone: zone, doing)
            if let high = try nextPlace(after: low, zone: zone, doing) {
                let step = (high - low) / Int64(count + 1)
                if step > 0 { return (low + step, step) }
            } else if low < Int64.max - Self.gap * Int64(count + 1) {
                return (low + Self.gap, Self.gap)
            }
            guard attempt == 0 else { break }
            try statements.renumber.run([.text(zone), .integer(Self.gap)], doing: doing)
        }
        throw StoreError(.internal, "cannot \(doing): no room between the places of two items")
    }

    private func place(of id: ItemID?, zone: String, _ doing: String) throws(StoreError) -> Int64 {
        guard let id else { return 0 }
        let statement = statements.placeOf
        try statement.bind([.text(zone), .integer(id.rawValue)])
        defer { statement.reset() }
        guard try statement.step(doing) else {
            throw StoreError(.notFound, "cannot \(doing): item \(id) of zone \(zone) is not stored")
        }
        return statement.integer(0)
    }

    private func nextPlace(after place: Int64, zone: String, _ doing: String) throws(StoreError) -> Int64? {
        let statement = statements.placeAfter
        try statement.bind([.text(zone), .integer(place)])
        defer { statement.reset() }
        return try statement.step(doing) ? statement.optionalInteger(0) : nil
    }
}
