package import AudioCore
import LinuxSystem
package import PlaybackCore
package import RPC
import SyncCore
package import WireFormat

/// Owns the house's rooms: interprets `RoomBook`, tells rooms their settings, and watches their heartbeats.
package actor RoomDirectory {
    package struct Ports: Sendable {
        package var clock: ClockReading
        package var zones: ZoneTable
        package var events: EventFeed
        package var alarms: any AlarmMaking
        package var keeper: any StateKeeping

        package init(
            clock: @escaping ClockReading,
            zones: ZoneTable,
            events: EventFeed,
            alarms: any AlarmMaking,
            keeper: any StateKeeping
        ) {
            self.clock = clock
            self.zones = zones
            self.events = events
            self.alarms = alarms
            self.keeper = keeper
        }
    }

    /// How often missing heartbeats are looked for, and one is given to the watchers of events.
    private static let checkInterval = Interval.milliseconds(1_000)
    private static let heartbeatInterval = Interval.milliseconds(2_000)

    var book: RoomBook
    /// By the zones' serials: a zone that is made anew has another one, and its id again.
    var leads: [Int: AdaptiveLead] = [:]
    let ports: Ports
    private let alarm: any Alarm
    private nonisolated let checks: AsyncStream<Void>
    private nonisolated let checkContinuation: AsyncStream<Void>.Continuation
    private var nextHeartbeat = Instant<CoordinatorClock>(nanoseconds: 0)
    /// Where a zone is missing, its volume is full.
    var volumes: [String: ZoneVolume] = [:]

    package init(stored: StoredState, ports: Ports) {
        book = RoomBook(restoring: stored.rooms, zones: Set(ports.zones.all.map(\.id)))
        let start = Instant<CoordinatorClock>(nanoseconds: 0)
        let volumes = stored.zones.map { ($0.id, ZoneVolume(percent: $0.volume, serial: 0, effective: start)) }
        self.volumes = Dictionary(volumes) { first, _ in first }
        self.ports = ports
        let (checks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.checks = checks
        checkContinuation = continuation
        alarm = ports.alarms.makeAlarm { continuation.yield() }
    }

    /// Watches heartbeats until `beginGracefulShutdown` or cancellation.
    package func run() async {
        alarm.set(ports.clock())
        for await _ in checks { check() }
        alarm.set(nil)
    }

    package nonisolated func beginGracefulShutdown() { checkContinuation.finish() }

    private func check() {
        let now = ports.clock()
        for entry in book.expire(now) {
            Log.notice("room \(entry.settings.name) (\(entry.id)) is offline: three reports are missing")
            changed(entry)
        }
        if nextHeartbeat <= now {
            nextHeartbeat = now + Self.heartbeatInterval
            ports.events.heartbeat()
        }
        adaptLeads(now)
        alarm.set(now + Self.checkInterval)
    }

    // MARK: - Calls of rooms

    /// What a room is told when it registers or reports.
    package struct Answer: Sendable {
        /// Nil where the room's are not older.
        package var settings: Wire.RoomSettings?
        package var reportInterval: Interval
        /// The room's zone.
        package var unit: ZoneUnit
    }

    package func register(_ request: Wire.RegisterRequest, peer: String) async throws(RPCError) -> Answer {
        let entry: RoomBook.Entry
        let isChanged: Bool
        let stranger = book.makeRoom(for: request.roomId)
        do throws(PlaybackError) {
            (entry, isChanged) = try book.register(request, address: peer, now: ports.clock())
        } catch {
            throw RPCError(error)
        }
        Log.info("room \(entry.settings.name) (\(entry.id)) registered\(peer == "unknown" ? "" : " from \(peer)")")
        changed(entry)
        if let stranger {
            Log.notice(
                "forgot room \(stranger.settings.name) (\(stranger.id)), offline and never changed, for \(entry.id)"
            )
            try await dropped(stranger)
        }
        if isChanged { try await save(entry) }
        return Answer(settings: wireSettings(entry), reportInterval: entry.reportInterval, unit: unit(entry))
    }

    package func report(_ request: Wire.ReportRequest, peer: String) async throws(RPCError) -> Answer {
        guard let (before, after) = book.report(request, address: peer, now: ports.clock()) else {
            throw RPCError(.notFound, "room \(request.roomId) is not registered in this session: register again")
        }
        if before.neededLead != after.neededLead { updateCommandLead(after.zone) }
        if let rival = after.rival, before.rival == nil {
            Log.warning(
                "two processes play as room \(after.settings.name) (\(after.id)): at \(after.address) and at \(rival.address); "
                    + "give one of them another id (tutti doctor says how)"
            )
        }
        if before.looks(otherThan: after) { changed(after) }
        if let loss = book.loss(from: before, to: after) {
            await unit(after).coordinator.pause(because: loss.reason, heard: loss.heard)
        }
        let isBehind = request.settingsRevision < after.settingsRevision
        return Answer(
            settings: isBehind ? wireSettings(after) : nil,
            reportInterval: after.reportInterval,
            unit: unit(after)
        )
    }

    package func leave(_ id: String) {
        guard let entry = book.leave(id) else { return }
        Log.info("room \(entry.settings.name) (\(id)) left")
        changed(entry)
    }

    // MARK: - Parts

    func wireSettings(_ entry: RoomBook.Entry) -> Wire.RoomSettings {
        let percent = volumes[entry.zone]?.percent ?? 100
        return Wire.RoomSettings(entry, zoneVolume: percent, audioPort: unit(entry).audioPort)
    }

    func wireRoom(_ entry: RoomBook.Entry) -> Wire.Room {
        Wire.Room(entry, zoneState: unit(entry).board.state)
    }

    func unit(_ entry: RoomBook.Entry) -> ZoneUnit { ports.zones.unit(id: entry.zone) }

    func changed(_ entry: RoomBook.Entry) {
        updateCommandLead(entry.zone)
        ports.events.post(Wire.Event(kind: .roomChanged, zone: entry.zone, room: wireRoom(entry)))
    }

    func save(_ entry: RoomBook.Entry) async throws(RPCError) {
        try await ports.keeper.store("the room \(entry.id)") { (keeper) throws(StoreError) in
            try await keeper.saveRoom(entry.stored)
        }
    }
}
