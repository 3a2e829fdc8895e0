package import AudioCore
package import LyricsCore
package import PlaybackCore
package import RPC

/// A running coordinator: all its parts, made from adapters and served together.
package final class House: Sendable {
    /// What the house is made of, each bound or opened already.
    package struct Adapters {
        package var clock: ClockReading
        package var opener: any TrackOpening
        /// Changes the speed of tracks; nil: nothing does.
        package var stretcher: (any TempoStretching)?
        /// Reads tags, covers and lyrics.
        package var describing: any TrackDescribing
        /// Nil where nothing can be drawn.
        package var drawing: (any ArtworkDrawing)?
        /// Nil: playlists are tracks like any other.
        package var playlists: (any PlaylistExpanding)?
        /// Makes titles of names that are no UTF-8; nil: they have none.
        package var text: (any TextRecognizing)?
        package var makeEncoder: @Sendable () throws(AudioError) -> any PacketEncoder
        package var control: any RequestListener
        package var events: any MessagePublisher
        /// The default zone's.
        package var audio: any MessagePublisher
        /// Binds a port for one more zone.
        package var openAudio: ZoneDirectory.OpenAudio

        package init(
            clock: @escaping ClockReading,
            opener: any TrackOpening,
            makeEncoder: @escaping @Sendable () throws(AudioError) -> any PacketEncoder,
            control: any RequestListener,
            events: any MessagePublisher,
            audio: any MessagePublisher,
            openAudio: @escaping ZoneDirectory.OpenAudio,
            stretcher: (any TempoStretching)? = nil,
            describing: any TrackDescribing = NoDescriptions(),
            drawing: (any ArtworkDrawing)? = nil,
            playlists: (any PlaylistExpanding)? = nil,
            text: (any TextRecognizing)? = nil
        ) {
            self.clock = clock
            self.opener = opener
            self.stretcher = stretcher
            self.makeEncoder = makeEncoder
            self.control = control
            self.events = events
            self.audio = audio
            self.openAudio = openAudio
            self.describing = describing
            self.drawing = drawing
            self.playlists = playlists
            self.text = text
        }
    }

    /// How many calls are to be served at a time: more than may wait for servers, disks and pictures.
    package static let callsAtATime = SlowCalls.most + 3 * CallPlaces.most + 8

    /// Of the zones' timelines, for the clock channel.
    package let revisions: TimelineRevisions
    private let facts: HouseFacts
    private let adapters: Adapters
    private let table: ZoneTable
    private let zones: ZoneDirectory
    private let rooms: RoomDirectory
    private let threads: HouseThreads
    private let slow = SlowCalls()
    private let covers: Covers

    /// - Parameters:
    ///   - stored: what `store` has loaded.
    ///   - store: handed over: nobody else uses it.
    package init(
        facts: HouseFacts,
        adapters: Adapters,
        stored: StoredState,
        store: sending any QueueStore
    ) throws {
        self.facts = facts
        self.adapters = adapters
        threads = try HouseThreads(adapters, slow: slow)
        let feed = EventFeed(session: facts.session, clock: adapters.clock) { [threads] in threads.events.publish($0) }
        let states = try Self.zones(of: stored, in: store, defaultID: facts.zone)
        revisions = TimelineRevisions()
        let factory = ZoneFactory(
            facts: facts,
            adapters: adapters,
            events: feed,
            alarms: threads.alarms,
            keeper: StateKeeper(executor: threads.disk, store: store),
            lyrics: threads.words.reader,
            revisions: revisions,
            startPosition: FrameCount(StreamFormat.prerollFrames) + (try adapters.makeEncoder().lookahead)
        )
        table = try Self.table(of: states, factory)
        rooms = RoomDirectory(stored: stored, ports: RoomDirectory.Ports(factory, zones: table))
        zones = ZoneDirectory(
            table: table,
            factory: factory,
            openAudio: adapters.openAudio,
            rooms: rooms,
            probe: threads.probe,
            serial: states.count
        )
        covers = Covers(describing: adapters.describing, slow: slow, clock: adapters.clock)
    }

    /// All services, ready to be called.
    private var router: Router {
        let places = CallPlaces(for: "the coordinator's disk")
        let inspectors = Lookups(on: threads.inspection, places: places, slow: slow) {
            [opener = adapters.opener, describing = adapters.describing] in
            TrackInspector(executor: $0, opener: opener, describing: describing)
        }
        let library = Lookups(on: threads.library, places: places, slow: slow) {
            [playlists = adapters.playlists, text = adapters.text] in
            LibraryScanner(executor: $0, playlists: playlists, text: text)
        }
        var router = Router()
        PlayerService(zones: table, rooms: rooms).register(on: &router)
        InspectionService(inspectors: inspectors, clock: adapters.clock).register(on: &router)
        WordsService(zones: table, covers: covers, artwork: threads.words.artwork).register(on: &router)
        QueueService(zones: table, library: library, probe: threads.probe).register(on: &router)
        RoomService(rooms: rooms, zones: table, house: facts).register(on: &router)
        HouseService(rooms: rooms, zones: table, directory: zones, house: facts, clock: adapters.clock)
            .register(on: &router)
        return router
    }

    /// Serves until `beginGracefulShutdown` or cancellation: then the rooms fall silent and the position is stored.
    /// - Throws: `SystemError` where a thread cannot be started.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [threads] in try await threads.run() }
            group.addTask { [self] in
                defer { threads.beginGracefulShutdown() }
                try await serve()
            }
            try await group.waitForFirstFailure()
        }
    }

    package func beginGracefulShutdown() {
        adapters.control.beginGracefulShutdown()
        slow.beginGracefulShutdown()
        covers.beginGracefulShutdown()
        zones.beginGracefulShutdown()
        rooms.beginGracefulShutdown()
    }

    /// What uses the threads, until all of it has ended.
    private func serve() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                defer { beginGracefulShutdown() }
                try await zones.run()
            }
            group.addTask { [rooms] in await rooms.run() }
            group.addTask { [covers] in await covers.run() }
            group.addTask { [control = adapters.control, router] in
                await control.run { request, peer in await router.handle(request, peer: peer) }
            }
            try await group.waitForFirstFailure()
        }
    }

    /// The zones as they were stored, the default one first: that is made and stored now where it is missing.
    private static func zones(
        of stored: StoredState,
        in store: any QueueStore,
        defaultID: String
    ) throws -> [StoredZone] {
        let others = stored.zones.filter { $0.id != defaultID }.prefix(ZoneTable.maximumZones - 1)
        if let zone = stored.zones.first(where: { $0.id == defaultID }) { return [zone] + others }
        var generator = SystemRandomNumberGenerator()
        let zone = StoredZone(id: defaultID, name: defaultID, seed: generator.next())
        try store.saveZone(zone)
        return [zone] + others
    }

    private static func table(of states: [StoredZone], _ factory: ZoneFactory) throws -> ZoneTable {
        let outlet = AudioOutlet(publisher: factory.adapters.audio, port: factory.facts.ports.audio)
        let first = states.first ?? StoredZone(seed: 1)
        let table = ZoneTable(defaultUnit: try factory.make(first, outlet: outlet, serial: 0))
        for (index, state) in states.enumerated().dropFirst() {
            try table.insert(try factory.make(state, outlet: try factory.adapters.openAudio(), serial: index))
        }
        return table
    }
}

extension RoomDirectory.Ports {
    /// What zones are made of serves the rooms as well.
    fileprivate init(_ factory: ZoneFactory, zones: ZoneTable) {
        self.init(
            clock: factory.adapters.clock,
            zones: zones,
            events: factory.events,
            alarms: factory.alarms,
            keeper: factory.keeper
        )
    }
}
