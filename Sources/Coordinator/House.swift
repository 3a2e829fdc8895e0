package import AudioCore
import LinuxSystem
package import LyricsCore
package import PlaybackCore
package import RPC

/// A running coordinator: all its parts, made from adapters and served together.
package final class House: Sendable {
    /// What the house is made of, each bound or opened already.
    package struct Adapters {
        package var clock: ClockReading
        package var opener: any TrackOpening
        /// Reads tags, covers and lyrics.
        package var describing: any TrackDescribing
        /// Nil where nothing can be drawn.
        package var drawing: (any ArtworkDrawing)?
        /// Nil: playlists are tracks like any other.
        package var playlists: (any PlaylistExpanding)?
        package var makeEncoder: @Sendable () throws(AudioError) -> any PacketEncoder
        package var control: any RequestListener
        package var events: any MessagePublisher
        package var audio: any MessagePublisher

        package init(
            clock: @escaping ClockReading,
            opener: any TrackOpening,
            makeEncoder: @escaping @Sendable () throws(AudioError) -> any PacketEncoder,
            control: any RequestListener,
            events: any MessagePublisher,
            audio: any MessagePublisher,
            describing: any TrackDescribing = NoDescriptions(),
            drawing: (any ArtworkDrawing)? = nil,
            playlists: (any PlaylistExpanding)? = nil
        ) {
            self.clock = clock
            self.opener = opener
            self.makeEncoder = makeEncoder
            self.control = control
            self.events = events
            self.audio = audio
            self.describing = describing
            self.drawing = drawing
            self.playlists = playlists
        }
    }

    /// The zone's timeline, which the clock channel tells the revision of.
    package let board: TimelineBoard
    private let router: Router
    private let control: any RequestListener
    private let zone: PlaybackCoordinator
    private let rooms: RoomDirectory
    private let threads: Threads

    /// The parts that run on threads of their own.
    fileprivate struct Threads {
        var disk: ThreadExecutor
        var words: WordsThreads
        var library: ThreadExecutor
        var inspection: ThreadExecutor
        var alarms: AlarmClock
        var pipeline: AudioPipeline
        var probe: MetadataProbe
        var audio: PublishingThread
        var events: PublishingThread
    }

    /// - Parameters:
    ///   - stored: what `store` has loaded.
    ///   - store: handed over: nobody else uses it.
    package init(
        facts: HouseFacts,
        adapters: Adapters,
        stored: StoredState,
        store: sending any QueueStore
    ) throws {
        let clock = adapters.clock
        let lead = FrameTime.frames(in: facts.lead)
        let startPosition = FrameCount(StreamFormat.prerollFrames) + (try adapters.makeEncoder().lookahead)
        let zoneState = try Self.zone(of: stored, in: store, id: facts.zone)
        let inbox = ZoneInbox()
        let ring = PacketRing(lead: lead)
        let board = TimelineBoard(leadNanoseconds: facts.lead.nanoseconds)
        let commandLead = CommandLead()
        let publishLead = PublishLead(facts.lead)
        let audio = try PublishingThread(name: "publish-audio", publisher: adapters.audio)
        let events = try PublishingThread(name: "publish-events", publisher: adapters.events)
        let stream = StreamPublisher(session: facts.session, thread: audio)
        let feed = EventFeed(session: facts.session, clock: clock) { events.publish($0) }
        let disk = try ThreadExecutor(name: "store")
        let keeper = StateKeeper(executor: disk, store: store)
        let words = try WordsThreads(describing: adapters.describing, drawing: adapters.drawing)
        let alarms = try AlarmClock(clock: clock)
        let pipeline = try AudioPipeline(clock: clock, lead: publishLead) { (wake) throws(AudioError) in
            StreamEngine(
                opener: adapters.opener,
                loader: BackgroundLoader(opener: adapters.opener, wake: wake),
                encoder: try adapters.makeEncoder(),
                lead: lead,
                output: StreamEngine.Output(
                    ring: ring,
                    publish: { stream.publish($0) },
                    report: { inbox.send(.pipeline($0)) }
                )
            )
        }
        zone = PlaybackCoordinator(
            stored: zoneState,
            startPosition: startPosition,
            inbox: inbox,
            ports: PlaybackCoordinator.Ports(
                clock: clock,
                pipeline: pipeline,
                ring: ring,
                stream: stream,
                events: feed,
                board: board,
                commandLead: commandLead,
                alarms: alarms,
                keeper: keeper,
                lyrics: words.reader
            )
        )
        rooms = RoomDirectory(
            stored: stored.rooms,
            volumes: [zoneState.id: zoneState.volume],
            ports: RoomDirectory.Ports(
                clock: clock,
                stream: stream,
                events: feed,
                board: board,
                commandLead: commandLead,
                publishLead: publishLead,
                alarms: alarms,
                keeper: keeper
            )
        )
        threads = Threads(
            disk: disk,
            words: words,
            library: try ThreadExecutor(name: "library"),
            inspection: try ThreadExecutor(name: "inspection"),
            alarms: alarms,
            pipeline: pipeline,
            probe: try MetadataProbe(opener: adapters.opener),
            audio: audio,
            events: events
        )
        self.board = board
        control = adapters.control
        let zones = ZoneTable([zone])
        let library = LibraryScanner(executor: threads.library, playlists: adapters.playlists)
        var router = Router()
        PlayerService(zones: zones, rooms: rooms).register(on: &router)
        InspectionService(
            inspector: TrackInspector(
                executor: threads.inspection,
                opener: adapters.opener,
                describing: adapters.describing
            )
        )
        .register(on: &router)
        WordsService(zones: zones, artwork: words.artwork).register(on: &router)
        QueueService(zones: zones, library: library, probe: threads.probe).register(on: &router)
        RoomService(rooms: rooms, board: board, ring: ring, house: facts).register(on: &router)
        HouseService(rooms: rooms, zones: zones, commandLead: commandLead, house: facts, clock: clock)
            .register(on: &router)
        self.router = router
    }

    /// Serves until `beginGracefulShutdown` or cancellation: then the rooms fall silent and the position is stored.
    /// - Throws: `SystemError` where a thread cannot be started.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [threads] in try await threads.disk.run() }
            group.addTask { [threads] in try await threads.library.run() }
            group.addTask { [threads] in try await threads.inspection.run() }
            group.addTask { [threads] in try await threads.words.run() }
            group.addTask { [threads] in try await threads.alarms.run() }
            group.addTask { [threads] in try await threads.pipeline.run() }
            group.addTask { [threads] in try await threads.probe.run() }
            group.addTask { [threads] in try await threads.audio.run() }
            group.addTask { [threads] in try await threads.events.run() }
            group.addTask { [self] in
                await serve()
                threads.beginGracefulShutdown()
            }
            try await group.waitForAll()
        }
    }

    package func beginGracefulShutdown() {
        control.beginGracefulShutdown()
        zone.beginGracefulShutdown()
        rooms.beginGracefulShutdown()
    }

    /// What uses the threads, until all of it has ended.
    private func serve() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [zone] in await zone.run() }
            group.addTask { [rooms] in await rooms.run() }
            group.addTask { [control, router] in
                await control.run { request, peer in await router.handle(request, peer: peer) }
            }
        }
    }

    /// The zone as it was stored, or a new one that is stored now.
    private static func zone(of stored: StoredState, in store: any QueueStore, id: String) throws -> StoredZone {
        if let zone = stored.zones.first(where: { $0.id == id }) { return zone }
        var generator = SystemRandomNumberGenerator()
        let zone = StoredZone(id: id, name: id, seed: generator.next())
        try store.saveZone(zone)
        return zone
    }
}

extension House.Threads {
    fileprivate func beginGracefulShutdown() {
        probe.beginGracefulShutdown()
        pipeline.beginGracefulShutdown()
        audio.beginGracefulShutdown()
        events.beginGracefulShutdown()
        alarms.beginGracefulShutdown()
        library.beginGracefulShutdown()
        inspection.beginGracefulShutdown()
        words.beginGracefulShutdown()
        disk.beginGracefulShutdown()
    }
}
