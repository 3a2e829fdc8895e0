package import AudioCore
package import PlaybackCore

/// Owns the store, on an executor of its own because storing blocks. Calls of one actor are done in their order.
package actor StateKeeper {
    private let executor: ThreadExecutor
    private let store: any QueueStore

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, store: sending any QueueStore) {
        self.executor = executor
        self.store = store
    }

    package func save(_ edits: [ZoneEdit], zone: String) throws(StoreError) { try store.save(edits, zone: zone) }

    package func savePosition(_ position: Interval, transport: TransportState, zone: String) throws(StoreError) {
        try store.savePosition(position, transport: transport, zone: zone)
    }

    package func saveRoom(_ room: StoredRoom) throws(StoreError) { try store.saveRoom(room) }

    package func removeRoom(_ id: String) throws(StoreError) { try store.removeRoom(id) }
}
