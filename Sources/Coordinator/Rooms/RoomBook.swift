package import AudioCore
package import PlaybackCore
package import WireFormat

/// The rooms that the house knows, connected or not. The pure half of `RoomDirectory`.
package struct RoomBook: Sendable {
    package struct Entry: Sendable {
        package var id: String
        package var settings: RoomSettings
        package var zone: String
        /// The zone that the room was told when it registered.
        package var toldZone = ""
        /// The room changes over by itself when it is told of another zone.
        package var canMove = false
        /// Rises with each change of the settings, within a session. No two rooms have the same one but 1.
        package var settingsRevision: UInt64 = 1
        package var effectiveTime = Instant<CoordinatorClock>(nanoseconds: 0)
        /// Nil while the room is not connected.
        package var lastSeen: Instant<CoordinatorClock>?
        /// How often it was told to report.
        package var reportInterval = RoomBook.reportInterval
        package var neededLead: Interval?
        package var state: Wire.PlaybackState = .unspecified
        package var device: Wire.DeviceReport?
        package var sync: Wire.SyncReport?
        package var version = ""
        package var address = ""

        package var isConnected: Bool { lastSeen != nil }
        package var stored: StoredRoom { StoredRoom(id: id, settings: settings, zone: zone) }
    }

    /// The volume of a room that was never here before.
    package static let initialVolume = RoomSettings.initialVolume
    /// How often rooms report; more seldom where more than `reportsPerSecond` rooms are connected, up to the longest.
    package static let reportInterval = Interval.milliseconds(1_000)
    package static let longestReportInterval = Interval.milliseconds(10_000)
    /// What reports may cost in all: some 2 % of a core.
    package static let reportsPerSecond: Int64 = 200
    /// A room that has been silent for so many report intervals is offline.
    package static let missedReports: Int64 = 3
    /// The most rooms, connected or not: as many as one answer has place for.
    package static let maximumRooms = 1_024

    package private(set) var rooms: [String: Entry] = [:]
    package private(set) var connectedCount = 0
    /// One count for all: a room that is forgotten and comes again still knows the revision it had.
    private var lastRevision: UInt64 = 1

    /// - Parameter zones: those that exist: rooms of others come to the default zone; nil: all.
    package init(restoring stored: [StoredRoom], zones: Set<String>? = nil) {
        for room in stored.prefix(Self.maximumRooms) {
            let isThere = zones?.contains(room.zone) ?? true
            let zone = isThere ? room.zone : StoredZone.defaultID
            rooms[room.id] = Entry(id: room.id, settings: room.settings, zone: zone)
        }
    }

    private mutating func nextRevision() -> UInt64 {
        lastRevision += 1
        return lastRevision
    }

    // MARK: - What rooms tell

    package mutating func register(
        _ request: Wire.RegisterRequest,
        address: String,
        now: Instant<CoordinatorClock>
    ) throws(PlaybackError) -> (entry: Entry, isNew: Bool) {
        let id = try Self.validID(request.roomId)
        var entry: Entry
        let isNew = rooms[id] == nil
        if let known = rooms[id] {
            entry = known
        } else {
            guard rooms.count < Self.maximumRooms else {
                throw PlaybackError(
                    .resourceExhausted,
                    "cannot take in room \(id): \(Self.maximumRooms) rooms are known; forget some first"
                )
            }
            let name = (try? RoomSettings.validName(request.name)) ?? String(id.prefix(RoomSettings.maximumNameLength))
            let settings = RoomSettings(name: name, volume: Self.initialVolume)
            entry = Entry(id: id, settings: settings, zone: StoredZone.defaultID)
            entry.settingsRevision = nextRevision()
        }
        if !entry.isConnected { connectedCount += 1 }
        entry.lastSeen = now
        entry.reportInterval = reportInterval
        entry.device = request.device?.cut()
        entry.sync = nil
        entry.neededLead = nil
        entry.version = request.version.cut(toBytes: 64)
        entry.address = address
        entry.toldZone = entry.zone
        entry.canMove = request.capabilities.contains("zones")
        rooms[id] = entry
        return (entry, isNew)
    }

    /// - Returns: the room before and after; nil for a room that is not registered.
    package mutating func report(
        _ request: Wire.ReportRequest,
        now: Instant<CoordinatorClock>
    ) -> (before: Entry, after: Entry)? {
        guard let before = rooms[request.roomId], before.isConnected else { return nil }
        // An older room learns of its zone when it registers only.
        guard before.canMove || before.toldZone == before.zone else { return nil }
        var after = before
        after.lastSeen = now
        after.reportInterval = reportInterval
        after.state = request.state
        after.device = request.device?.cut() ?? before.device
        after.sync = request.sync?.cut() ?? before.sync
        if request.neededCommandLeadNs > 0 {
            after.neededLead = Interval(nanoseconds: request.neededCommandLeadNs)
        }
        rooms[request.roomId] = after
        return (before, after)
    }

    /// - Returns: nil where the room was not connected.
    package mutating func leave(_ id: String) -> Entry? {
        guard rooms[id]?.isConnected == true else { return nil }
        rooms[id]?.disconnect()
        connectedCount -= 1
        return rooms[id]
    }

    /// Rooms that have missed too many reports become offline.
    package mutating func expire(_ now: Instant<CoordinatorClock>) -> [Entry] {
        var gone: [Entry] = []
        for (id, entry) in rooms {
            let patience = Interval(nanoseconds: entry.reportInterval.nanoseconds * Self.missedReports)
            guard let seen = entry.lastSeen, seen + patience < now else { continue }
            rooms[id]?.disconnect()
            connectedCount -= 1
            if let entry = rooms[id] { gone.append(entry) }
        }
        return gone
    }

    // MARK: - What people ask

    /// Finds a room by its id, or by its name without regard to case.
    /// - Throws: `notFound`, `failedPrecondition` where several rooms have the name.
    package func find(_ text: String) throws(PlaybackError) -> Entry {
        if let entry = rooms[text] { return entry }
        let name = text.lowercased()
        let matches = rooms.values.filter { $0.settings.name.lowercased() == name }.sorted { $0.id < $1.id }
        guard let first = matches.first else {
            throw PlaybackError(.notFound, "no room has the id or name \"\(text)\": `tutti rooms` lists them")
        }
        guard matches.count == 1 else {
            let ids = matches.prefix(5).map(\.id).joined(separator: ", ")
            throw PlaybackError(
                .failedPrecondition,
                "\(matches.count) rooms are called \"\(text)\": use an id (\(ids))"
            )
        }
        return first
    }

    /// - Throws: as `find`, `outOfRange` or `invalidArgument` for the values, and `alreadyExists` for another room's name.
    package mutating func update(
        _ text: String,
        _ change: Change,
        effective: Instant<CoordinatorClock>
    ) throws(PlaybackError) -> Entry {
        var entry = try find(text)
        change.apply(to: &entry.settings)
        entry.settings = try entry.settings.validated()
        if change.name != nil { try checkFree(entry.settings.name, for: entry.id) }
        if let zone = change.zone { entry.zone = zone }
        entry.settingsRevision = nextRevision()
        entry.effectiveTime = effective
        rooms[entry.id] = entry
        return entry
    }

    /// A name has to find its room. Nodes bring theirs with them, so that two may be called the same until one is renamed.
    private func checkFree(_ name: String, for id: String) throws(PlaybackError) {
        let wanted = name.lowercased()
        let other = rooms.values.first {
            $0.id != id && ($0.settings.name.lowercased() == wanted || $0.id.lowercased() == wanted)
        }
        guard let other else { return }
        let also = other.settings.name.lowercased() == wanted ? "" : " (it is the id of \"\(other.settings.name)\")"
        throw PlaybackError(.alreadyExists, "there is a room \"\(name)\" already\(also): give another name")
    }

    /// The settings of every room of `zone` change from `effective` on, by something that the zone keeps.
    package mutating func touch(zone: String, effective: Instant<CoordinatorClock>) -> [Entry] {
        var touched: [Entry] = []
        for (id, entry) in rooms where entry.zone == zone {
            var entry = entry
            entry.settingsRevision = nextRevision()
            entry.effectiveTime = effective
            rooms[id] = entry
            touched.append(entry)
        }
        return touched
    }

    /// - Throws: as `find`, and `failedPrecondition` for a connected room.
    package mutating func forget(_ text: String) throws(PlaybackError) -> Entry {
        let entry = try find(text)
        guard !entry.isConnected else {
            throw PlaybackError(
                .failedPrecondition,
                "cannot forget room \"\(entry.settings.name)\": it is connected; stop its node first"
            )
        }
        rooms[entry.id] = nil
        return entry
    }

    private static func validID(_ id: String) throws(PlaybackError) -> String {
        let isPrintable = id.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
        guard (1...64).contains(id.utf8.count), isPrintable else {
            throw PlaybackError(
                .invalidArgument,
                "a room's id has 1 to 64 printable ASCII characters without spaces: give the room another --id"
            )
        }
        return id
    }
}

extension Wire.DeviceReport {
    /// With texts of a length that every answer has room for.
    fileprivate func cut() -> Self {
        var report = self
        report.name = name.cut(toBytes: 256)
        report.error = error.cut()
        report.format = format.cut(toBytes: 64)
        return report
    }
}

extension Wire.SyncReport {
    fileprivate func cut() -> Self {
        var report = self
        report.reason = reason.cut(toBytes: 256)
        return report
    }
}

extension RoomBook.Entry {
    fileprivate mutating func disconnect() {
        lastSeen = nil
        neededLead = nil
        sync = nil
    }
}
