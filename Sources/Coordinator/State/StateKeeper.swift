package import AudioCore
package import PlaybackCore

/// Stores what has to survive the process. What was stored when a call returns is safe from a crash.
package protocol StateKeeping: Sendable {
    /// For calls that wait for the store.
    var places: CallPlaces { get }

    func save(_ edits: [ZoneEdit], zone: String) async throws(StoreError)
    func save(_ zone: StoredZone) async throws(StoreError)
    func removeZone(_ id: String) async throws(StoreError)
    func savePosition(_ position: Interval, transport: TransportState, zone: String) async throws(StoreError)
    func saveRoom(_ room: StoredRoom) async throws(StoreError)
    func removeRoom(_ id: String) async throws(StoreError)
}

/// Owns the store, on an executor of its own because storing blocks. Calls of one actor are done in their order.
package actor StateKeeper: StateKeeping {
    private let executor: ThreadExecutor
    private let store: any QueueStore
    package nonisolated let places = CallPlaces(for: "the disk of the state")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, store: sending any QueueStore) {
        self.executor = executor
        self.store = store
    }

    package func save(_ edits: [ZoneEdit], zone: String) throws(StoreError) { try store.save(edits, zone: zone) }

    package func save(_ zone: StoredZone) throws(StoreError) { try store.saveZone(zone) }

    package func removeZone(_ id: String) throws(StoreError) { try store.removeZone(id) }

    package func savePosition(_ position: Interval, transport: TransportState, zone: String) throws(StoreError) {
        try store.savePosition(position, transport: transport, zone: zone)
    }

    package func saveRoom(_ room: StoredRoom) throws(StoreError) { try store.saveRoom(room) }

    package func removeRoom(_ id: String) throws(StoreError) { try store.removeRoom(id) }
}
