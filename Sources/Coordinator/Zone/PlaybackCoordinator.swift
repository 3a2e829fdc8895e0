package import AudioCore
import LinuxSystem
package import PlaybackCore
import WireFormat

/// Owns a zone: its queue, modes, transport and timeline. Interprets `ZonePlayback` (what is to play) and `ZoneSchedule`
/// (when it is heard).
package actor PlaybackCoordinator {
    /// What the actor works with.
    package struct Ports: Sendable {
        package var clock: ClockReading
        package var pipeline: any PipelinePort
        package var ring: PacketRing
        package var stream: any StreamPublishing
        package var events: EventFeed
        package var board: TimelineBoard
        package var commandLead: CommandLead
        package var alarms: any AlarmMaking
        package var keeper: StateKeeper

        package init(
            clock: @escaping ClockReading,
            pipeline: any PipelinePort,
            ring: PacketRing,
            stream: any StreamPublishing,
            events: EventFeed,
            board: TimelineBoard,
            commandLead: CommandLead,
            alarms: any AlarmMaking,
            keeper: StateKeeper
        ) {
            self.clock = clock
            self.pipeline = pipeline
            self.ring = ring
            self.stream = stream
            self.events = events
            self.board = board
            self.commandLead = commandLead
            self.alarms = alarms
            self.keeper = keeper
        }
    }

    package nonisolated let zone: String
    nonisolated let inbox: ZoneInbox
    let ports: Ports
    var playback: ZonePlayback
    var schedule: ZoneSchedule
    var due = DueTimes()
    /// Rises with every change of what `now` shows, the position aside.
    var revision: UInt64 = 1
    /// Why the zone does not play what it should.
    var problem = ""
    /// What is still to be stored.
    var unsaved: [ZoneEdit] = []
    /// The track whose beginning is being taken note of.
    var arrived: ItemID?
    /// The last failure to store; empty in health.
    private(set) var storeWarning = ""
    private let alarm: any Alarm

    /// - Parameters:
    ///   - stored: the zone as the store has it.
    ///   - startPosition: `StreamEngine.startPosition` of the pipeline.
    package init(stored: StoredZone, startPosition: FrameCount, inbox: ZoneInbox, ports: Ports) {
        zone = stored.id
        playback = ZonePlayback(restoring: stored)
        schedule = ZoneSchedule(startPosition: startPosition)
        self.inbox = inbox
        self.ports = ports
        alarm = ports.alarms.makeAlarm { inbox.send(.tick) }
        ports.board.post(Wire.PlaybackState(playback.state))
    }

    /// Serves the zone until `beginGracefulShutdown` or cancellation; then silences the rooms and stores the position.
    package func run() async {
        setAlarm(ports.clock())
        for await message in inbox.messages {
            handle(message)
            _ = await persist()
        }
        await finish()
    }

    package nonisolated func beginGracefulShutdown() { inbox.finish() }

    private func handle(_ message: ZoneMessage) {
        let now = ports.clock()
        switch message {
        case .pipeline(let event):
            handle(event, now)
        case .tick:
            break
        case .probed(let results):
            var outcome = ZoneOutcome()
            for result in results where playback.queue[result.item]?.status == .unknown {
                let one = playback.itemReady(result.item, result.info)
                outcome.actions += one.actions
                outcome.edits += one.edits
                outcome.changes.formUnion(one.changes)
            }
            apply(outcome, now)
        }
        tick(now)
    }

    private func finish() async {
        let now = ports.clock()
        let position = elapsed(at: now)
        send(schedule.stop(at: now + ports.commandLead.value))
        announceTimeline()
        await savePosition(position)
    }

    // MARK: - Parts that the extensions share

    func send(_ commands: [PipelineCommand]) {
        for command in commands { ports.pipeline.send(command) }
    }

    func setAlarm(_ now: Instant<CoordinatorClock>) {
        alarm.set(due.next(boundary: schedule.nextBoundary, isPlaying: playback.state == .playing))
    }

    /// Stores what has changed.
    /// - Returns: why it could not be stored, if so.
    func persist() async -> StoreError? {
        guard !unsaved.isEmpty else { return nil }
        let edits = unsaved
        unsaved = []
        do {
            try await ports.keeper.save(edits, zone: zone)
            storeWarning = ""
            return nil
        } catch {
            note(error)
            return error
        }
    }

    func savePosition(_ position: Interval) async {
        do {
            try await ports.keeper.savePosition(position, transport: playback.state, zone: zone)
        } catch {
            note(error)
        }
    }

    private func note(_ error: StoreError) {
        storeWarning = "changes are not being stored: \(error)"
        Log.error("cannot store the zone \(zone): \(error)")
    }
}
