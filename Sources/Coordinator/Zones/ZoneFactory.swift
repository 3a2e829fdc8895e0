import AudioCore
import LinuxSystem
import PlaybackCore
import RPC

/// Makes zones from the adapters of the house.
struct ZoneFactory: Sendable {
    var facts: HouseFacts
    var adapters: House.Adapters
    var events: EventFeed
    var alarms: any AlarmMaking
    var keeper: any StateKeeping
    var lyrics: any LyricsPort
    var revisions: TimelineRevisions
    /// `StreamEngine.startPosition` of every pipeline.
    var startPosition: FrameCount

    /// A zone numbers its generations from here on, so that no two zones of a house have one in common: a room that
    /// changes from one to the other never takes packets of this for those of that.
    private static func firstGeneration(serial: Int) -> UInt32 { UInt32(truncatingIfNeeded: serial) << 26 }

    /// How many serials there are: twice as many as zones, so that those which are ending keep theirs.
    static let serials = 2 * ZoneTable.maximumZones

    /// The next serial, counting round, that no zone has: a room that still holds packets of a zone that is gone meets
    /// its numbers again as late as possible.
    static func freeSerial(from first: Int, taken: Set<Int>) -> Int? {
        (0..<serials).lazy.map { (first + $0) % serials }.first { !taken.contains($0) }
    }

    /// - Parameters:
    ///   - outlet: given over: the zone closes it.
    ///   - serial: in 0..<`serials`, and no other zone's.
    func make(_ stored: StoredZone, outlet: AudioOutlet, serial: Int) throws -> ZoneUnit {
        let inbox = ZoneInbox()
        let ring = PacketRing(lead: FrameTime.frames(in: facts.lead))
        let commandLead = CommandLead()
        let publishLead = PublishLead(facts.lead)
        let audio = try PublishingThread(name: "publish-audio", publisher: outlet.publisher)
        let stream = StreamPublisher(session: facts.session, thread: audio)
        let pipeline = try pipeline(lead: publishLead, ring: ring, stream: stream, inbox: inbox)
        let slot = try slot(for: stored, port: outlet.port)
        let board = TimelineBoard(leadNanoseconds: facts.lead.nanoseconds) { slot.post($0) }
        let coordinator = PlaybackCoordinator(
            stored: stored,
            startPosition: startPosition,
            firstGeneration: Self.firstGeneration(serial: serial),
            inbox: inbox,
            ports: ports(pipeline: pipeline, ring: ring, stream: stream, board: board, commandLead: commandLead)
        )
        let parts = ZoneUnit.Parts(
            coordinator: coordinator,
            pipeline: pipeline,
            audio: audio,
            ring: ring,
            stream: stream,
            board: board,
            commandLead: commandLead,
            publishLead: publishLead,
            outlet: outlet,
            revisions: slot
        )
        return ZoneUnit(id: stored.id, name: stored.name, serial: serial, parts: parts)
    }

    private func ports(
        pipeline: AudioPipeline,
        ring: PacketRing,
        stream: StreamPublisher,
        board: TimelineBoard,
        commandLead: CommandLead
    ) -> PlaybackCoordinator.Ports {
        PlaybackCoordinator.Ports(
            clock: adapters.clock,
            pipeline: pipeline,
            ring: ring,
            stream: stream,
            events: events,
            board: board,
            commandLead: commandLead,
            alarms: alarms,
            keeper: keeper,
            lyrics: lyrics
        )
    }

    private func slot(for stored: StoredZone, port: UInt16) throws(SystemError) -> TimelineRevisions.Slot {
        if let slot = revisions.slot(port: port) { return slot }
        throw SystemError("cannot make the zone \(stored.name): too many zones are being made and deleted", code: 0)
    }

    private func pipeline(
        lead: PublishLead,
        ring: PacketRing,
        stream: StreamPublisher,
        inbox: ZoneInbox
    ) throws(SystemError) -> AudioPipeline {
        try AudioPipeline(clock: adapters.clock, lead: lead) { [adapters, facts] (wake) throws(AudioError) in
            StreamEngine(
                opener: adapters.opener,
                loader: BackgroundLoader(opener: adapters.opener, wake: wake),
                encoder: try adapters.makeEncoder(),
                stretcher: adapters.stretcher,
                lead: FrameTime.frames(in: facts.lead),
                output: StreamEngine.Output(
                    ring: ring,
                    publish: { stream.publish($0) },
                    report: { inbox.send(.pipeline($0)) }
                )
            )
        }
    }
}
