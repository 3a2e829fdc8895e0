import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import WireFormat

/// The engine thread of a room: one poll loop over the audio stream, the clock channel and its inbox. It keeps the
/// clock, the packets and the decoders, and hands the audio thread what it needs.
final class Engine: @unchecked Sendable {
    // Unchecked: but for the inbox, the mutexes and the mailboxes, all is touched by the engine thread only.
    /// A connection to one start of a coordinator.
    struct Session {
        var id: UInt64
        var clock: any ClockExchanging
        var tuning: Tuning
    }

    /// What a room has of the zone that it listens to.
    struct Tuning {
        var subscriber: any PollableSubscriber
        var audioPort: UInt16
        var timeline: Timeline
        var lead: Interval
        var settings: Wire.RoomSettings?
    }

    /// Other connections to the same start of a coordinator.
    struct Route {
        var session: UInt64
        var clock: any ClockExchanging
        /// Nil: the one at hand works.
        var subscriber: (any PollableSubscriber)?
    }

    enum Command {
        case attach(Session)
        case reroute(Route)
        /// Another zone of the same start of the coordinator.
        case retune(Tuning)
        case timeline(Timeline, lead: Interval)
        case settings(Wire.RoomSettings)
        case fetched(StreamCore.Fetch, [AudioPacket], next: UInt32)
        case fetchFailed(StreamCore.Fetch)
        case stop
    }

    let inbox: Inbox
    /// What the link reports; kept fresh twice a second.
    let report = Mutex(Wire.SyncReport())
    let revisions = Mutex(Revisions())
    let audio: AudioLoop
    let lanes: DecodeLanes
    let fetcher: FetchQueue
    /// Wakes the link.
    let nudge: EventSignal
    /// The audio port that the coordinator last named; the link registers again where it listens to another.
    let namedPort = Atomic<UInt32>(0)
    /// The clock has been silent for too long: the link makes another socket for it.
    let needsClock = Atomic<Bool>(false)
    var session: Session?
    var stream = StreamCore()
    var clock = ClockState(seed: 0)
    var reconnection = Reconnection()
    var clockWatch = SilenceWatch(patience: Engine.clockPatience)
    var streamWatch = SilenceWatch(patience: Engine.streamPatience)
    var settings = SettingsState()
    var inputs = PlayoutInputs()
    var figures: SyncFigures
    var nextDecode = Instant<NodeClock>(nanoseconds: 0)
    var nextFigures = Instant<NodeClock>(nanoseconds: 0)
    /// When the stream last brought anything.
    var lastMessage = Instant<NodeClock>(nanoseconds: .min)
    /// The same for the link, in ns; 0 before the first.
    let lastMessageTime = Atomic<Int64>(0)
    private var lastAsleep: Interval?
    private var lastTurn: Instant<NodeClock>?
    private(set) var isStopped = false

    /// What the room has, for the link.
    struct Revisions: Sendable {
        var timeline: UInt64 = 0
        var settings: UInt64 = 0
        var playsSomething = false
        var hasTimeline = false
        var neededLead = Interval.milliseconds(60)
        /// Of the device's position, in frames; 0 not known.
        var granularity: Int64 = 0
        /// Frames that are kept queued in the device; nil not known.
        var depth: Int64?
        /// The zone wants to know when the headphones are unplugged.
        var watchesJack = false
        var mapping: ClockMapping?
    }

    init(audio: AudioLoop, lanes: DecodeLanes, inbox: Inbox, fetcher: FetchQueue, nudge: EventSignal) {
        self.inbox = inbox
        self.audio = audio
        self.lanes = lanes
        self.fetcher = fetcher
        self.nudge = nudge
        figures = SyncFigures(since: MonotonicClock.now())
    }

    /// The thread's body.
    func run() {
        while !isStopped {
            var descriptors = [inbox.signal.fileDescriptor]
            if let session { descriptors += [session.clock.fileDescriptor, session.tuning.subscriber.fileDescriptor] }
            let now = MonotonicClock<NodeClock>.now()
            let ready = Poll.wait(for: descriptors, timeout: nextWake(after: now) - now)
            turn(
                Ready(rawValue: ready),
                at: MonotonicClock.now(),
                asleep: MonotonicClock<NodeClock>.timeAsleep
            )
        }
        session?.tuning.subscriber.close()
        session = nil
    }

    /// What has something to give, in the order in which `run` waits for it.
    struct Ready: OptionSet {
        let rawValue: UInt32
        static let inbox = Ready(rawValue: 1)
        static let clock = Ready(rawValue: 2)
        static let stream = Ready(rawValue: 4)
    }

    /// Does what is due.
    /// - Parameter asleep: how long the machine has been suspended in all.
    func turn(_ ready: Ready, at now: Instant<NodeClock>, asleep: Interval) {
        noticeSleep(asleep, at: now)
        noticeStandstill(at: now)
        if ready.contains(.clock) { receiveTime(at: now) }
        if ready.contains(.stream) { receiveStream(at: now) }
        if ready.contains(.inbox) { takeCommands(at: now) }
        guard session != nil else { return }
        watchConnections(at: now)
        askForTime(at: now)
        decodeAndFetch(at: now)
        takeFigures(at: now)
    }

    func nextWake(after now: Instant<NodeClock>) -> Instant<NodeClock> {
        guard session != nil else { return now + .seconds(1) }
        // The figures wait for a message of the stream, which comes eight times a second.
        let wake = min(clock.nextRequest, nextFigures + .milliseconds(130))
        // Nothing is decoded before the clock is known, however long that takes.
        return clock.isKnown ? min(wake, nextDecode) : wake
    }

    /// The machine has slept: the monotonic clock has not counted it. Nothing tells what the time is now.
    private func noticeSleep(_ asleep: Interval, at now: Instant<NodeClock>) {
        let slept = asleep - (lastAsleep ?? asleep)
        lastAsleep = asleep
        guard slept > .milliseconds(50), session != nil else { return }
        Log.notice("this machine slept for \(slept.milliseconds) ms; measuring the clock anew")
        clock.forget()
        silenceUntilClockIsKnown()
    }

    /// This process was stopped, or its machine stood still: what its sockets hold came in time. While the clock is
    /// known it wakes five times a second at least.
    private func noticeStandstill(at now: Instant<NodeClock>) {
        defer { lastTurn = now }
        guard let lastTurn, now - lastTurn > .milliseconds(500) else { return }
        forgiveSilence(at: now)
        guard let time = coordinatorTime(at: now) else { return }
        stream.ignoreArrivals(until: time + .seconds(1))
    }

    /// The coordinator's time; nil while its clock is unknown.
    func coordinatorTime(at now: Instant<NodeClock>) -> Instant<CoordinatorClock>? {
        clock.mapping?.coordinatorTime(at: now)
    }

    func stop() { isStopped = true }

    // MARK: What others are told

    func publishInputs() { audio.inputs.write(inputs) }

    func publishRevisions(at now: Instant<NodeClock>) {
        let plays = coordinatorTime(at: now).map { stream.timeline.heard(at: $0) != nil } ?? false
        let fresh = Revisions(
            timeline: stream.timeline.revision,
            settings: settings.revision,
            playsSomething: plays,
            hasTimeline: !stream.timeline.spans.isEmpty,
            neededLead: neededLead,
            granularity: figures.granularity,
            depth: figures.depth,
            watchesJack: settings.watchesJack,
            mapping: clock.mapping
        )
        revisions.withLock { $0 = fresh }
    }

    /// What a command needs to reach this room and its DAC in time: what has been rendered already, the ramp before the
    /// end of a span and a margin for this machine, and the network's typical bad case.
    private var neededLead: Interval { figures.reach + .milliseconds(18) + clock.networkTail }
}
