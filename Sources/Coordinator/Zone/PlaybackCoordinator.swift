package import AudioCore
import LinuxSystem
package import PlaybackCore
import WireFormat

/// Owns a zone: its queue, modes, transport and timeline. Interprets `ZonePlayback` (what is to play) and
/// `ZoneSchedule` (when it is heard).
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
        package var keeper: any StateKeeping
        package var lyrics: any LyricsPort

        package init(
            clock: @escaping ClockReading,
            pipeline: any PipelinePort,
            ring: PacketRing,
            stream: any StreamPublishing,
            events: EventFeed,
            board: TimelineBoard,
            commandLead: CommandLead,
            alarms: any AlarmMaking,
            keeper: any StateKeeping,
            lyrics: any LyricsPort = NoLyrics()
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
            self.lyrics = lyrics
        }
    }

    package nonisolated let zone: String
    nonisolated let inbox: ZoneInbox
    let ports: Ports
    var playback: ZonePlayback
    var schedule: ZoneSchedule
    var plan = PlanAhead()
    var due = DueTimes()
    /// Rises with every change of what `now` shows, the position aside.
    var revision: UInt64 = 1
    /// What watchers were told last, at position 0.
    var announced: Wire.NowPlaying?
    var told = ToldPlaying()
    /// Why the zone does not play what it should.
    var problem = ""
    /// Why the zone paused by itself; empty otherwise.
    var pauseReason = ""
    /// What is still to be stored.
    var unsaved: [ZoneEdit] = []
    /// The track whose beginning is being taken note of.
    var arrived: ItemID?
    /// The last failure to store; empty in health.
    var storeWarning = ""
    var saving = ZoneSaving()
    /// It is not served any more, and takes no commands.
    private(set) var hasEnded = false
    var lyrics = ZoneLyrics()
    var supply = ZoneSupply()
    private let alarm: any Alarm
    /// The zone as it was stored at the start, but for its volume, name, rate and ReplayGain mode, which are kept here.
    var base: StoredZone

    /// - Parameters:
    ///   - stored: the zone as the store has it.
    ///   - startPosition: `StreamEngine.startPosition` of the pipeline.
    ///   - firstGeneration: generations have numbers above it.
    package init(
        stored: StoredZone,
        startPosition: FrameCount,
        firstGeneration: UInt32 = 0,
        inbox: ZoneInbox,
        ports: Ports
    ) {
        zone = stored.id
        base = stored
        base.items = []
        playback = ZonePlayback(restoring: stored)
        schedule = ZoneSchedule(startPosition: startPosition, firstGeneration: firstGeneration)
        self.inbox = inbox
        self.ports = ports
        alarm = ports.alarms.makeAlarm { inbox.send(.tick) }
        ports.board.post(Wire.PlaybackState(playback.state))
    }

    /// Serves the zone until `beginGracefulShutdown` or cancellation; then silences the rooms and stores the position.
    package func run() async {
        prepareLyrics()
        setAlarm(ports.clock())
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepStoring() }
            for await message in inbox.messages {
                inbox.took(message)
                take(message)
            }
            saving.endRequests()
        }
        await finish()
    }

    package nonisolated func beginGracefulShutdown() { inbox.finish() }

    /// Takes note of one message, and has stored what it changed.
    func take(_ message: ZoneMessage) {
        handle(message)
        if !unsaved.isEmpty { saving.request() }
    }

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
        case .lyrics(let item, let text):
            lyrics.take(text, of: item)
        }
        tick(now, isPatient: true)
    }

    /// Silences the rooms and stores where playback was.
    func finish() async {
        let now = ports.clock()
        let position = elapsed(at: now)
        hasEnded = true
        send(schedule.stop(at: now + ports.commandLead.value))
        announceTimeline()
        _ = await persist()
        await savePosition(position)
    }

    // MARK: - Parts that the extensions share

    func send(_ commands: [PipelineCommand]) {
        for command in commands { ports.pipeline.send(command) }
    }

    func setAlarm(_ now: Instant<CoordinatorClock>) {
        let next = due.next(boundary: schedule.nextBoundary, isPlaying: playback.state == .playing)
        let others = [nextLyric(now), nextTitleTime].compactMap { $0 }
        alarm.set(others.reduce(next) { min($0, $1) })
    }
}
