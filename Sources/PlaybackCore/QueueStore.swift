package import AudioCore

/// Keeps zones and rooms over restarts. Every function is synchronous and returns when the change is safe from
/// a crash of the process; called on one thread (or queue) of the store's own, never on the cooperative pool. Not
/// `Sendable`.
package protocol QueueStore: AnyObject {
    /// Creates a zone, or replaces all that is stored of it.
    func saveZone(_ zone: StoredZone) throws(StoreError)
    func removeZone(_ id: String) throws(StoreError)
    /// Applies edits in order and all or none.
    /// - Throws: `notFound` if the zone has not been saved.
    func save(_ edits: [ZoneEdit], zone: String) throws(StoreError)
    /// Cheap: called every second or two during play.
    func savePosition(_ position: Interval, transport: TransportState, zone: String) throws(StoreError)

    func saveRoom(_ room: StoredRoom) throws(StoreError)
    func removeRoom(_ id: String) throws(StoreError)
}

/// What a store could not do.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// Another process has the state open. Remedy: stop it, or use another folder.
        case inUse
        /// The folder or file cannot be written. Remedy: its permissions, or another folder.
        case permissionDenied
        /// It was written by a newer version. Remedy: use that version, or another folder.
        case newerVersion
        /// The disk is full or failing. Remedy: free or replace it.
        case unavailable
        /// The file is damaged. Remedy: restart; it is set aside then.
        case damaged
        /// What should be changed is not stored. Remedy: a bug of the caller; report it.
        case notFound
        /// The library refused something that it should take. Remedy: report it.
        case `internal`
    }

    package var code: Code
    /// What was being done, to what, and what went wrong.
    package var message: String
    /// What to do; empty where nothing helps.
    package var remedy: String
    /// The database library's own (extended) code, where there is one.
    package var rawCode: Int32?

    package init(_ code: Code, _ message: String, remedy: String = "", rawCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.rawCode = rawCode
    }

    package var description: String { remedy.isEmpty ? message : "\(message); \(remedy)" }
}
