import AudioCore
import PlaybackCore
import RPC
import Synchronization
import Testing
import WireFormat

@testable import Coordinator

/// A zone with a real engine on tagged audio, and time that only the test moves. Everything happens in the test's task,
/// in a fixed order.
final class ZoneBench {
    let opener: TaggedOpener
    let clock = ManualClock()
    let alarms = ManualAlarms()
    let stream = ReceivedStream()
    let keeper = MemoryKeeper()
    let eventLog = EventLog()
    let commandLead = CommandLead()
    let board: TimelineBoard
    let zone: PlaybackCoordinator
    let engine: StreamEngine
    let lead: Interval
    private let commands = CommandQueue()
    private let reports = Reports()

    private final class Reports {
        var waiting: [PipelineEvent] = []
    }

    init(
        _ lengths: [Int],
        lead: Interval = .milliseconds(2_000),
        stored: StoredZone = StoredZone(seed: 7),
        lyrics: any LyricsPort = NoLyrics(),
        replayGain: ReplayGain = ReplayGain()
    ) {
        self.lead = lead
        opener = TaggedOpener(lengths, replayGain: replayGain)
        let frames = FrameTime.frames(in: lead)
        let ring = PacketRing(lead: frames)
        let (stream, reports, eventLog) = (stream, reports, eventLog)
        board = TimelineBoard(leadNanoseconds: lead.nanoseconds)
        engine = StreamEngine(
            opener,
            lead: frames,
            output: StreamEngine.Output(
                ring: ring,
                publish: { stream.publish($0) },
                report: { reports.waiting.append($0) }
            )
        )
        zone = PlaybackCoordinator(
            stored: stored,
            startPosition: engine.startPosition,
            inbox: ZoneInbox(),
            ports: PlaybackCoordinator.Ports(
                clock: clock.reading,
                pipeline: commands,
                ring: ring,
                stream: stream,
                events: EventFeed(session: 9, clock: clock.reading) { eventLog.add($0) },
                board: board,
                commandLead: commandLead,
                alarms: alarms,
                keeper: keeper,
                lyrics: lyrics
            )
        )
    }

    var now: Instant<CoordinatorClock> { clock.now }

    /// Lets engine and actor work until neither has anything to do at this instant.
    /// - Returns: when the engine wants to go on.
    @discardableResult
    func settle() async -> Instant<CoordinatorClock>? {
        while true {
            for command in commands.take() { engine.handle(command) }
            var wake: Instant<CoordinatorClock>?
            stepping: while true {
                switch engine.step(now: now) {
                case .again: if !reports.waiting.isEmpty { break stepping }
                case .wait(until: let time):
                    wake = time
                    break stepping
                }
            }
            let events = reports.waiting
            reports.waiting = []
            for event in events { await take(.pipeline(event)) }
            if events.isEmpty, let rest = Optional(commands.take()) {
                if rest.isEmpty { return wake }
                for command in rest { engine.handle(command) }
            }
        }
    }

    /// As the zone's loop does, and waits for the store.
    func take(_ message: ZoneMessage) async {
        await zone.take(message)
        _ = await zone.persist()
    }

    /// Lets time pass, doing what is due when it is due.
    func advance(_ interval: Interval) async { await advance(to: now + interval) }

    func advance(to end: Instant<CoordinatorClock>) async {
        var (last, wakes) = (now, 0)
        while true {
            wakes = now == last ? wakes + 1 : 0
            last = now
            guard wakes < 1_000 else {
                Issue.record("it wakes again and again at \(now), and does nothing")
                break
            }
            let wake = await settle()
            let alarm = alarms.alarms.first
            let due = [wake, alarm?.isSetTo].compactMap { $0 }.min() ?? end
            if due > end { break }
            clock.now = max(due, now)
            if let alarm, let time = alarm.isSetTo, time <= now {
                alarm.set(nil)
                await take(.tick)
            }
        }
        clock.now = end
        await settle()
    }

    @discardableResult
    func add(_ numbers: Int..., at place: QueuePlace? = .end) async throws -> [ItemID] {
        let items = numbers.map { NewItem(uri: "track:\($0)") }
        let ids = try await zone.add(items, at: place, expectedVersion: nil).ids
        await settle()
        return ids
    }

    @discardableResult
    func transport(_ command: PlaybackCoordinator.Transport) async throws -> Wire.TransportResponse {
        let answer = try await zone.transport(command)
        await settle()
        return answer
    }

    func nowPlaying() async -> Wire.NowPlaying { await zone.nowPlaying().nowPlaying ?? Wire.NowPlaying() }

    func events(_ kind: Wire.EventKind) -> [Wire.Event] { eventLog.all.filter { $0.kind == kind } }

    /// What is heard now.
    var heard: TaggedFrame? { stream.heard(at: now) }

    /// The frames that are heard one after the other from `time` on, as far as is known now.
    func frames(from time: Instant<CoordinatorClock>, count: Int) -> [TaggedFrame?] {
        // In the middle of each frame, so that rounding does not matter.
        (0..<count).map { stream.heard(at: time + FrameTime.interval(of: FrameCount($0)) + .microseconds(10)) }
    }
}
