package import AudioCore
package import PlaybackCore

/// Keeps the coordinator's state in `tutti.db` in the state folder.
///
/// The file is in WAL mode with `synchronous = NORMAL`: what a call has saved survives the end of the process, however
/// sudden; a power cut or a crash of the kernel may take the last moments with it, but never leaves a damaged file. One
/// thread at a time; every call may block for a disk access, though none waits for what earlier ones wrote to reach the
/// disk but the first after a checkpoint (`LogCheckpoint`).
package final class SQLiteStore: QueueStore {
    let database: Database
    let statements: Statements
    /// Keeps the lock.
    private let folder: StateFolder

    /// A folder's state when it was opened.
    package struct Opened {
        package var store: SQLiteStore
        package var state: StoredState
        /// What a user should know about opening: one line each.
        package var warnings: [String] = []
    }

    /// Opens the state in `folder`, which is made (mode 0700) with its parents where it is missing. A damaged file is
    /// set aside as `tutti.db.damaged-<n>`, which the warnings tell, and the state begins empty.
    /// - Throws: `inUse` while another coordinator has the folder; `newerVersion`; `permissionDenied`; `unavailable`.
    package static func open(folder path: String) throws(StoreError) -> Opened {
        try open(folder: path, checkpoints: nil)
    }

    /// - Parameter checkpoints: runs them; nil: a thread each.
    static func open(folder path: String, checkpoints: LogCheckpoint.Runner?) throws(StoreError) -> Opened {
        let folder = try StateFolder(path: path)
        do {
            return try open(folder, checkpoints)
        } catch  where error.code == .damaged {
            let target = try folder.setDatabaseAside()
            var opened = try open(folder, checkpoints)
            opened.warnings = [
                "the stored state was damaged; it is set aside as \(target), and the state starts empty (\(error.message))"
            ]
            return opened
        }
    }

    private static func open(
        _ folder: StateFolder,
        _ checkpoints: LogCheckpoint.Runner?
    ) throws(StoreError) -> Opened {
        try folder.checkHeader()
        let database = try Database(path: folder.databasePath)
        do {
            try Schema.prepare(database)
            let state = try load(database)
            let store = SQLiteStore(database: database, statements: try Statements(database), folder: folder)
            database.follow(LogCheckpoint(path: folder.databasePath, runner: checkpoints))
            return Opened(store: store, state: state)
        } catch  where error.code == .internal {
            // The statements are right, so the file is not: other tables, or a header that the library does not know.
            let message = "\(folder.databasePath) is not as it was made: \(error.message)"
            throw StoreError(.damaged, message, rawCode: error.rawCode)
        }
    }

    private init(database: Database, statements: Statements, folder: StateFolder) {
        self.database = database
        self.statements = statements
        self.folder = folder
    }

    // MARK: - Zones

    package func saveZone(_ zone: StoredZone) throws(StoreError) {
        let doing = "save zone \(zone.name)"
        try database.transaction(doing) { () throws(StoreError) in
            try statements.removeZone.run([.text(zone.id)], doing: doing)
            let values: [Statement.Value] = [
                .text(zone.id), .text(zone.name), .integer(zone.version), .integer(zone.nextItemID),
                .text(zone.modes.mode.rawValue), .integer(zone.modes.consume), .integer(zone.modes.stopAfterCurrent),
                .integer(zone.volume), .integer(zone.ratePermille), .text(zone.replayGain.rawValue),
            ]
            try statements.insertZone.run(values, doing: doing)
            try insert(zone.items, after: nil, zone: zone.id, doing)
            try save(zone.order, zone: zone.id, doing)
            try statements.savePlayhead.run(playhead(zone.transport, zone.position, zone.id), doing: doing)
        }
    }

    package func removeZone(_ id: String) throws(StoreError) {
        try statements.removeZone.run([.text(id)], doing: "remove zone \(id)")
    }

    package func savePosition(
        _ position: Interval,
        transport: TransportState,
        zone: String
    ) throws(StoreError) {
        try statements.savePlayhead.run(playhead(transport, position, zone), doing: "save the position")
    }

    private func playhead(_ transport: TransportState, _ position: Interval, _ zone: String) -> [Statement.Value] {
        [.text(zone), .text(transport.rawValue), .integer(position.nanoseconds)]
    }

    // MARK: - Rooms

    package func saveRoom(_ room: StoredRoom) throws(StoreError) {
        let settings = room.settings
        let values: [Statement.Value] = [
            .text(room.id), .text(settings.name), .integer(settings.volume), .integer(settings.muted),
            .integer(settings.delay.nanoseconds), .text(room.zone), .integer(settings.balance),
            .text(settings.channels.rawValue), .integer(settings.ceiling), .integer(settings.pauseOnUnplug),
            .text(room.nodeName),
        ]
        try statements.saveRoom.run(values, doing: "save room \(settings.name)")
    }

    package func removeRoom(_ id: String) throws(StoreError) {
        try statements.removeRoom.run([.text(id)], doing: "remove room \(id)")
    }
}
