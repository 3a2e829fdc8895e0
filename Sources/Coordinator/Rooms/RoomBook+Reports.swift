package import AudioCore
package import PlaybackCore
package import WireFormat

/// What rooms tell.
extension RoomBook {
    /// - Returns: the room, and whether what is stored of it has changed.
    package mutating func register(
        _ request: Wire.RegisterRequest,
        address: String,
        now: Instant<CoordinatorClock>
    ) throws(PlaybackError) -> (entry: Entry, isChanged: Bool) {
        let id = try Self.validID(request.roomId)
        let name = (try? RoomSettings.validName(request.name)) ?? String(id.prefix(RoomSettings.maximumNameLength))
        var entry: Entry
        if let known = rooms[id] { entry = known } else { entry = try newEntry(id, name) }
        // A name that people gave it holds.
        if entry.settings.name == entry.nodeName { entry.settings.name = name }
        entry.nodeName = name
        let isChanged = entry.stored != rooms[id]?.stored
        entry.lastSeen = now
        entry.reportInterval = reportInterval
        entry.device = request.device?.cut()
        entry.sync = nil
        entry.neededLead = nil
        entry.version = request.version.cut(toBytes: 64)
        entry.address = address
        entry.process = request.processId
        entry.rival = nil
        entry.toldZone = entry.zone
        entry.canMove = request.capabilities.contains("zones")
        keep(entry)
        return (entry, isChanged)
    }

    /// Where there are as many rooms as there may be and `id` is none of them, forgets the one that has been offline
    /// longest of those that nobody has given a name, a setting or a zone.
    package mutating func makeRoom(for id: String) -> Entry? {
        guard rooms.count >= Self.maximumRooms, rooms[id] == nil, RoomID.isValid(id) else { return nil }
        let strangers = rooms.values.filter { !$0.isConnected && $0.isAsItCame }
        let never = Instant<CoordinatorClock>(nanoseconds: .min)
        let oldest = strangers.min { ($0.lastHeard ?? never, $0.id) < ($1.lastHeard ?? never, $1.id) }
        if let oldest { remove(oldest.id) }
        return oldest
    }

    private mutating func newEntry(_ id: String, _ name: String) throws(PlaybackError) -> Entry {
        guard rooms.count < Self.maximumRooms else {
            throw PlaybackError(
                .resourceExhausted,
                "cannot take in room \(id): \(Self.maximumRooms) rooms are known; forget some with `tutti room NAME forget`"
            )
        }
        let settings = RoomSettings(name: name, volume: Self.initialVolume)
        var entry = Entry(id: id, settings: settings, zone: StoredZone.defaultID)
        entry.settingsRevision = nextRevision()
        return entry
    }

    /// - Returns: the room before and after; nil for a room that is not registered.
    package mutating func report(
        _ request: Wire.ReportRequest,
        address: String = "",
        now: Instant<CoordinatorClock>
    ) -> (before: Entry, after: Entry)? {
        guard let before = rooms[request.roomId], before.isConnected else { return nil }
        // An older room learns of its zone when it registers only.
        guard before.canMove || before.toldZone == before.zone else { return nil }
        var after = before
        if request.processId != before.process, request.processId != 0, before.process != 0 {
            after.rival = Entry.Rival(address: address, lastSeen: now)
            keep(after)
            return (before, after)
        }
        if let rival = before.rival, rival.lastSeen + before.patience < now { after.rival = nil }
        after.lastSeen = now
        after.reportInterval = reportInterval
        after.state = request.state
        after.device = request.device?.cut() ?? before.device
        after.sync = request.sync?.cut() ?? before.sync
        if request.neededCommandLeadNs > 0 {
            after.neededLead = Interval(nanoseconds: request.neededCommandLeadNs)
        }
        keep(after)
        return (before, after)
    }

    /// - Returns: nil where the room was not connected.
    package mutating func leave(_ id: String) -> Entry? {
        guard let entry = rooms[id], entry.isConnected else { return nil }
        return disconnect(entry)
    }

    /// Rooms that have missed too many reports become offline.
    package mutating func expire(_ now: Instant<CoordinatorClock>) -> [Entry] {
        var gone: [Entry] = []
        for entry in rooms.values {
            guard let seen = entry.lastSeen, seen + entry.patience < now else { continue }
            gone.append(disconnect(entry))
        }
        return gone
    }

    private mutating func disconnect(_ entry: Entry) -> Entry {
        var entry = entry
        entry.lastHeard = entry.lastSeen
        entry.lastSeen = nil
        entry.neededLead = nil
        entry.sync = nil
        entry.rival = nil
        keep(entry)
        return entry
    }

    private static func validID(_ id: String) throws(PlaybackError) -> String {
        guard RoomID.isValid(id) else {
            throw PlaybackError(.invalidArgument, "a room's id has \(RoomID.rule): give the room another --id")
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
