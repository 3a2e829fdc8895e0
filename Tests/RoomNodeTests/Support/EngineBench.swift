import AudioCore
import LinuxSystem
import RPC
import SyncCore
import TestSupport
import WireFormat

@testable import RoomNode

/// An engine whose time, network and audio thread are the test's.
final class EngineBench {
    let engine: Engine
    let nudge: EventSignal
    let subscriber = FakeSubscriber()
    let clock = FakeClock(offset: .seconds(1_000))
    var now = Instant<NodeClock>(nanoseconds: 5_000_000_000)
    var asleep = Interval.zero
    static let sessionID: UInt64 = 77
    static let port: UInt16 = 7_701

    init() throws {
        let decks = DeckSet()
        let audio = AudioLoop(decks: decks, device: "none") { (_, _) throws(DeviceError) in
            throw DeviceError("there is none", rawCode: 0)
        }
        nudge = try EventSignal()
        engine = Engine(
            audio: audio,
            lanes: try DecodeLanes(decks: decks) { NumberDecoder() },
            inbox: try Inbox(roomID: "kitchen"),
            fetcher: try FetchQueue(),
            nudge: nudge
        )
    }

    /// One generation that has been playing since `begin`, for ever.
    func timeline(_ revision: UInt64 = 1, generation: UInt32 = 1, begin: Interval = .zero) -> Timeline {
        let span = TimelineSpan(
            generation: Generation(generation),
            startPosition: FrameCount(StreamFormat.prerollFrames),
            startTime: coordinatorNow + begin
        )
        return Timeline(revision: revision, spans: [span])
    }

    var coordinatorNow: Instant<CoordinatorClock> { Instant(nanoseconds: (now + clock.offset).nanoseconds) }

    func tuning(
        _ timeline: Timeline,
        to subscriber: FakeSubscriber? = nil,
        port: UInt16 = EngineBench.port,
        settings: Wire.RoomSettings? = nil
    ) -> Engine.Tuning {
        Engine.Tuning(
            subscriber: subscriber ?? self.subscriber,
            audioPort: port,
            timeline: timeline,
            lead: .seconds(2),
            settings: settings
        )
    }

    func attach(_ timeline: Timeline, to subscriber: FakeSubscriber? = nil, settings: Wire.RoomSettings? = nil) {
        // The engine is used on this thread only.
        nonisolated(unsafe) let attach = Engine.Command.attach(
            Engine.Session(
                id: Self.sessionID,
                clock: clock,
                tuning: tuning(timeline, to: subscriber, settings: settings)
            )
        )
        engine.inbox.put(attach)
        turn()
    }

    func reroute(to clock: FakeClock, _ subscriber: FakeSubscriber? = nil, session: UInt64 = EngineBench.sessionID) {
        // The engine is used on this thread only.
        nonisolated(unsafe) let route = Engine.Command.reroute(
            Engine.Route(session: session, clock: clock, subscriber: subscriber)
        )
        engine.inbox.put(route)
        turn()
    }

    func send(_ message: StreamMessage, session: UInt64 = EngineBench.sessionID) {
        subscriber.put(message.encoded(session: session))
    }

    func send(_ sequences: Range<UInt32>, generation: UInt32 = 1) throws {
        for start in stride(from: sequences.lowerBound, to: sequences.upperBound, by: 4) {
            let payloads = (start..<min(start + 4, sequences.upperBound)).map {
                SimBroadcast.packet(Generation(generation), $0).payload
            }
            send(.audio(try AudioBatch(generation: Generation(generation), firstSequence: start, payloads: payloads)))
        }
    }

    /// All that may have something to give is looked at.
    func turn() {
        clock.now = now
        engine.turn([.inbox, .clock, .stream], at: now, asleep: asleep)
    }

    /// Turns whenever the engine wants to, for `interval`.
    func run(_ interval: Interval) {
        let end = now + interval
        while now < end {
            now = min(max(engine.nextWake(after: now), now + .milliseconds(1)), end)
            turn()
        }
    }

    /// What the audio thread was told last.
    func inputs() -> PlayoutInputs? { engine.audio.inputs.read() }

    /// Whether the link was woken since the last look.
    func wasNudged() -> Bool {
        defer { nudge.clear() }
        return Poll.wait(for: [nudge.fileDescriptor], timeout: .zero) != 0
    }
}

extension EngineBench {
    /// A room that plays generation 1 and knows the time.
    static func playing() throws -> EngineBench {
        let bench = try EngineBench()
        bench.attach(bench.timeline(begin: .milliseconds(300)))
        try bench.send(0..<200)
        bench.run(.milliseconds(400))
        return bench
    }

    func deck(_ generation: UInt32 = 1) -> PlayoutPlanner.Available? {
        engine.audio.decks.deck(of: Generation(generation))?.available
    }
}
