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
        package var stream: any StreamPublishing
        package var events: EventFeed
        package var board: TimelineBoard
        package var commandLead: CommandLead
        package var publishLead: PublishLead
        package var alarms: any AlarmMaking
        package var keeper: any StateKeeping

        package init(
            clock: @escaping ClockReading,
            stream: any StreamPublishing,
            events: EventFeed,
            board: TimelineBoard,
            commandLead: CommandLead,
            publishLead: PublishLead,
            alarms: any AlarmMaking,
            keeper: any StateKeeping
        ) {
            self.clock = clock
            self.stream = stream
            self.events = events
            self.board = board
            self.commandLead = commandLead
            self.publishLead = publishLead
            self.alarms = alarms
            self.keeper = keeper
        }
    }

    /// How often missing heartbeats are looked for, and one is given to the watchers of events.
    private static let checkInterval = Interval.milliseconds(1_000)
    private static let heartbeatInterval = Interval.milliseconds(2_000)

    private var book: RoomBook
    private var lead: AdaptiveLead
    private let ports: Ports
    private let alarm: any Alarm
    private nonisolated let checks: AsyncStream<Void>
    private nonisolated let checkContinuation: AsyncStream<Void>.Continuation
    private var nextHeartbeat = Instant<CoordinatorClock>(nanoseconds: 0)
    /// Where a zone is missing, its volume is full.
    private var volumes: [String: ZoneVolume] = [:]

    /// - Parameter volumes: of the zones that are not at full volume, in percent.
    package init(stored: [StoredRoom], volumes: [String: Int] = [:], ports: Ports) {
        book = RoomBook(restoring: stored)
        self.volumes = volumes.mapValues {
            ZoneVolume(percent: $0, serial: 0, effective: Instant(nanoseconds: 0))
        }
        self.ports = ports
        lead = AdaptiveLead(base: ports.publishLead.value)
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
        adaptLead(now)
        alarm.set(now + Self.checkInterval)
    }

    /// Publishes further ahead while a room's network needs it. Rooms learn of it with the next timeline, at once.
    private func adaptLead(_ now: Instant<CoordinatorClock>) {
        guard lead.update(tail: book.worstArrivalTail, at: now) else { return }
        ports.publishLead.set(lead.value)
        ports.board.setLead(lead.value)
        ports.stream.publish(ports.board.current)
    }

    // MARK: - Calls of rooms

    package func register(
        _ request: Wire.RegisterRequest,
        peer: String
    ) async throws(RPCError) -> (settings: Wire.RoomSettings, reportInterval: Interval) {
        let entry: RoomBook.Entry
        let isNew: Bool
        do throws(PlaybackError) {
            (entry, isNew) = try book.register(request, address: peer, now: ports.clock())
        } catch {
            throw RPCError(error)
        }
        Log.info("room \(entry.settings.name) (\(entry.id)) registered from \(peer)")
        changed(entry)
        if isNew { try await save(entry) }
        return (wireSettings(entry), entry.reportInterval)
    }

    /// - Returns: the settings, where the room's are older, and when to report next.
    package func report(
        _ request: Wire.ReportRequest
    ) throws(RPCError) -> (settings: Wire.RoomSettings?, reportInterval: Interval) {
        guard let (before, after) = book.report(request, now: ports.clock()) else {
            throw RPCError(.notFound, "room \(request.roomId) is not registered in this session: register again")
        }
        if before.neededLead != after.neededLead { ports.commandLead.set(book.commandLead) }
        if before.sync?.state != after.sync?.state || before.device != after.device || before.state != after.state {
            changed(after)
        }
        let isBehind = request.settingsRevision < after.settingsRevision
        return (isBehind ? wireSettings(after) : nil, after.reportInterval)
    }

    package func leave(_ id: String) {
        guard let entry = book.leave(id) else { return }
        Log.info("room \(entry.settings.name) (\(id)) left")
        changed(entry)
    }

    // MARK: - Calls of people

    package var list: [Wire.Room] {
        let playing = ports.board.state
        return book.sorted.map { Wire.Room($0, zoneState: playing) }
    }

    package var counts: (known: Int, connected: Int) { (book.rooms.count, book.connectedCount) }

    package func update(
        _ room: String,
        _ change: RoomBook.Change
    ) async throws(RPCError) -> Wire.UpdateRoomResponse {
        let effective = ports.clock() + ports.commandLead.value
        let entry: RoomBook.Entry
        do throws(PlaybackError) {
            entry = try book.update(room, change, effective: effective)
        } catch {
            throw RPCError(error)
        }
        ports.stream.publish(wireSettings(entry))
        changed(entry)
        try await save(entry)
        return Wire.UpdateRoomResponse(
            room: Wire.Room(entry, zoneState: ports.board.state),
            effectiveTimeNs: effective.nanoseconds
        )
    }

    /// Lets every room of a zone obey the zone's new volume, all at one instant.
    package func zoneVolumeChanged(_ zone: String, _ volume: ZoneVolume) {
        guard volume.serial > volumes[zone]?.serial ?? 0 else { return }
        volumes[zone] = volume
        for entry in book.touch(zone: zone, effective: volume.effective) where entry.isConnected {
            ports.stream.publish(wireSettings(entry))
        }
    }

    private func wireSettings(_ entry: RoomBook.Entry) -> Wire.RoomSettings {
        Wire.RoomSettings(entry, zoneVolume: volumes[entry.zone]?.percent ?? 100)
    }

    package func forget(_ room: String) async throws(RPCError) {
        let entry: RoomBook.Entry
        do throws(PlaybackError) {
            entry = try book.forget(room)
        } catch {
            throw RPCError(error)
        }
        changed(entry)
        do throws(StoreError) {
            try await ports.keeper.removeRoom(entry.id)
        } catch {
            throw Self.notStored(error)
        }
    }

    // MARK: - Parts

    private func changed(_ entry: RoomBook.Entry) {
        ports.commandLead.set(book.commandLead)
        let room = Wire.Room(entry, zoneState: ports.board.state)
        ports.events.post(Wire.Event(kind: .roomChanged, zone: entry.zone, room: room))
    }

    private func save(_ entry: RoomBook.Entry) async throws(RPCError) {
        do throws(StoreError) {
            try await ports.keeper.saveRoom(entry.stored)
        } catch {
            throw Self.notStored(error)
        }
    }

    private static func notStored(_ error: StoreError) -> RPCError {
        Log.error("cannot store a room's settings: \(error)")
        return RPCError(.dataLoss, "this was done, but will be lost in a restart: \(error.message)", cause: error)
    }
}
