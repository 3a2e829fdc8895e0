package import AudioCore
package import PlaybackCore
package import WireFormat

/// The rooms that the house knows, connected or not. The pure half of `RoomDirectory`.
package struct RoomBook: Sendable {
    package struct Entry: Sendable {
        package var id: String
        package var settings: RoomSettings
        package var zone: String
        /// What the node called the room last; empty: not known.
        package var nodeName = ""
        /// The zone that the room was told when it registered.
        package var toldZone = ""
        /// The room changes over by itself when it is told of another zone.
        package var canMove = false
        /// Rises with each change of the settings, within a session. No two rooms have the same one but 1.
        package var settingsRevision: UInt64 = 1
        package var effectiveTime = Instant<CoordinatorClock>(nanoseconds: 0)
        /// Nil while the room is not connected.
        package var lastSeen: Instant<CoordinatorClock>?
        /// Of a room that is offline; nil: not since the coordinator started.
        var lastHeard: Instant<CoordinatorClock>?
        /// How often it was told to report.
        package var reportInterval = RoomBook.reportInterval
        package var neededLead: Interval?
        package var state: Wire.PlaybackState = .unspecified
        package var device: Wire.DeviceReport?
        package var sync: Wire.SyncReport?
        package var version = ""
        package var address = ""
        /// The process that registered last; 0 where it does not tell.
        package var process: UInt64 = 0
        /// Another process that reports with this room's id: one that has ended reports no more.
        package var rival: Rival?

        package var isConnected: Bool { lastSeen != nil }
        package var stored: StoredRoom { StoredRoom(id: id, settings: settings, zone: zone, nodeName: nodeName) }

        /// Nobody has changed anything of it.
        var isAsItCame: Bool {
            settings == RoomSettings(name: nodeName, volume: RoomBook.initialVolume) && zone == StoredZone.defaultID
        }

        package struct Rival: Sendable {
            package var address: String
            var lastSeen: Instant<CoordinatorClock>
        }

        /// How long a room may be silent.
        var patience: Interval { Interval(nanoseconds: reportInterval.nanoseconds * RoomBook.missedReports) }

        /// Whether people see another state of the room.
        func looks(otherThan other: Entry) -> Bool {
            sync?.state != other.sync?.state || device != other.device || state != other.state
                || rival?.address != other.rival?.address
        }
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

    private(set) var rooms: [String: Entry] = [:]
    /// Counted along, for each report asks how many there are.
    private(set) var connectedCount = 0
    /// One count for all: a room that is forgotten and comes again still knows the revision it had.
    private var lastRevision: UInt64 = 1

    /// - Parameter zones: those that exist: rooms of others come to the default zone; nil: all.
    package init(restoring stored: [StoredRoom], zones: Set<String>? = nil) {
        for room in stored.prefix(Self.maximumRooms) {
            let isThere = zones?.contains(room.zone) ?? true
            let zone = isThere ? room.zone : StoredZone.defaultID
            keep(Entry(id: room.id, settings: room.settings, zone: zone, nodeName: room.nodeName))
        }
    }

    mutating func keep(_ entry: Entry) {
        remove(entry.id)
        rooms[entry.id] = entry
        if entry.isConnected { connectedCount += 1 }
    }

    mutating func remove(_ id: String) {
        if rooms.removeValue(forKey: id)?.isConnected == true { connectedCount -= 1 }
    }

    mutating func nextRevision() -> UInt64 {
        lastRevision += 1
        return lastRevision
    }
}
