import AudioCore
import LinuxSystem
import PlaybackCore
import RPC
import SyncCore
import Synchronization
import WireFormat

/// The engine thread of a room: one poll loop over the audio stream, the clock channel and its inbox. It keeps the clock,
/// the packets and the decoders, and hands the audio thread what it needs.
final class Engine: @unchecked Sendable {
    // Unchecked: but for the inbox, the mutexes and the mailboxes, all is touched by the engine thread only.
    /// A connection to one start of a coordinator.
    struct Session {
        var id: UInt64
        var subscriber: any PollableSubscriber
        /// Of the zone that the room listens to.
        var audioPort: UInt16
        var clock: any ClockExchanging
        var timeline: Timeline
        var lead: Interval
        var settings: Wire.RoomSettings?
    }

    enum Command {
        case attach(Session)
        /// Another zone of the same start of the coordinator.
        case retune(Tuning)
        case timeline(Timeline, lead: Interval)
        case settings(Wire.RoomSettings)
        case fetched(StreamCore.Fetch, [AudioPacket], next: UInt32)
        case fetchFailed
        case stop
    }

    let inbox: Inbox
    /// What the link reports; kept fresh twice a second.
    let report = Mutex(Wire.SyncReport())
    let revisions = Mutex(Revisions())
    private let audio: AudioLoop
    let lanes: DecodeLanes
    private let fetcher: FetchQueue
    private let nudge: EventSignal
    /// The audio port that the coordinator last named; the link registers again where it listens to another.
    let namedPort = Atomic<UInt32>(0)
    var session: Session?
    var stream = StreamCore()
    private var clock = ClockState()
    var inputs = PlayoutInputs()
    private var figures = SyncFigures()
    private var settingsRevision: UInt64 = 0
    private var watchesJack = false
    var nextDecode = Instant<NodeClock>(nanoseconds: 0)
    private var nextFigures = Instant<NodeClock>(nanoseconds: 0)
    /// The clock of this session is known well enough to play by.
    private(set) var isClockKnown = false
    private var isStopped = false
    private var lastAsleep = Interval(nanoseconds: -1)
    /// When the network last brought anything, and whether it was away for long before that.
    private var lastAnswer = Instant<NodeClock>(nanoseconds: .min)
    private var lastMessage = Instant<NodeClock>(nanoseconds: .min)
    /// Being awake anyway, it is decoded this much before it has to be.
    private static let decodeEarly = Interval.milliseconds(110)
    /// Without answers of the clock for so long, the network was away.
    private static let outage = Interval.milliseconds(900)

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
    }

    /// The thread's body.
    func run() {
        while !isStopped {
            let now = MonotonicClock<NodeClock>.now()
            var descriptors = [inbox.signal.fileDescriptor]
            if let session { descriptors += [session.clock.fileDescriptor, session.subscriber.fileDescriptor] }
            let ready = Poll.wait(for: descriptors, timeout: nextWake(after: now) - now)
            noticeSleep()
            if ready & 2 != 0 { receiveTime() }
            if ready & 4 != 0 { receiveStream() }
            if ready & 1 != 0 { takeCommands() }
            guard session != nil else { continue }
            askForTime()
            decodeAndFetch()
            takeFigures()
        }
        session?.subscriber.close()
        session = nil
    }

    private func nextWake(after now: Instant<NodeClock>) -> Instant<NodeClock> {
        guard session != nil else { return now + .seconds(1) }
        // The figures wait for a message of the stream, which comes eight times a second.
        let wake = min(clock.nextRequest, nextFigures + .milliseconds(130))
        // Nothing is decoded before the clock is known, however long that takes.
        return isClockKnown ? min(wake, nextDecode) : wake
    }

    // MARK: Commands

    private func takeCommands() {
        for command in inbox.take() {
            switch command {
            case .attach(let session): attach(session)
            case .retune(let tuning): retune(tuning)
            case .timeline(let timeline, let lead): take(timeline, lead: lead)
            case .settings(let settings): take(settings)
            case .fetched(let fetch, let packets, let next):
                stream.fetched(fetch, packets: packets, next: next, at: coordinatorNow ?? Instant(nanoseconds: 0))
                nextDecode = Instant(nanoseconds: 0)
            case .fetchFailed: stream.fetchFailed(at: coordinatorNow ?? Instant(nanoseconds: 0))
            case .stop: isStopped = true
            }
        }
    }

    private func attach(_ session: Session) {
        self.session?.subscriber.close()
        self.session = session
        stream.begin(session.timeline, lead: session.lead)
        clock = ClockState()
        settingsRevision = 0
        // What still sounds fades out on the old clock; the new timeline waits for the new clock.
        isClockKnown = false
        inputs.setTimeline(Timeline())
        if let settings = session.settings { take(settings, atOnce: true) }
        publishInputs()
        nextDecode = Instant(nanoseconds: 0)
        publishRevisions()
    }

    private func take(_ timeline: Timeline, lead: Interval) {
        guard stream.update(timeline, lead: lead) else { return }
        if isClockKnown {
            inputs.setTimeline(timeline)
            publishInputs()
        }
        nextDecode = Instant(nanoseconds: 0)
        publishRevisions()
    }

    func take(_ settings: Wire.RoomSettings, atOnce: Bool = false) {
        if settings.audioPort != 0, settings.audioPort != UInt32(session?.audioPort ?? 0) {
            // They are for the zone to change over to, and come again with it.
            namedPort.store(settings.audioPort, ordering: .relaxed)
            nudge.signal()
            return
        }
        guard settings.revision > settingsRevision || atOnce else { return }
        settingsRevision = settings.revision
        let isNews = settings.pauseOnUnplug != watchesJack
        watchesJack = settings.pauseOnUnplug
        let gain = StereoGain(settings)
        inputs.gainBefore = atOnce ? gain : inputs.gain
        inputs.gain = gain
        inputs.gainTime = Instant(nanoseconds: atOnce ? .min : settings.effectiveTimeNs)
        inputs.delay = Interval(nanoseconds: min(max(settings.delayNs, -2_000_000_000), 2_000_000_000))
        publishInputs()
        publishRevisions()
        if isNews { nudge.signal() }
    }

    func publishInputs() { audio.inputs.write(inputs) }

    func publishRevisions() {
        let now = coordinatorNow
        let plays = now.map { stream.timeline.heard(at: $0) != nil } ?? false
        let lead = neededLead
        let mapping = clock.estimator.mapping
        revisions.withLock {
            $0 = Revisions(
                timeline: stream.timeline.revision,
                settings: settingsRevision,
                playsSomething: plays,
                hasTimeline: !stream.timeline.spans.isEmpty,
                neededLead: lead,
                granularity: figures.granularity,
                depth: figures.depth,
                watchesJack: watchesJack,
                mapping: mapping
            )
        }
    }

    /// What a command needs to reach this room and its DAC in time: what has been rendered already, the ramp before the end of
    /// a span and a margin for this machine, and the network's typical bad case.
    private var neededLead: Interval { figures.reach + .milliseconds(18) + clock.networkTail }

    // MARK: Clock

    /// Nil while the clock is unknown.
    var coordinatorNow: Instant<CoordinatorClock>? {
        clock.estimator.mapping?.coordinatorTime(at: MonotonicClock.now())
    }

    private func askForTime() {
        guard let session else { return }
        let now = MonotonicClock<NodeClock>.now()
        guard now >= clock.nextRequest else { return }
        session.clock.request(audioPort: session.audioPort)
        clock.scheduleNext(after: now)
    }

    private func receiveTime() {
        guard let session else { return }
        var updated = false
        let now = MonotonicClock<NodeClock>.now()
        while let answer = session.clock.receive() {
            if now - lastAnswer > Self.outage, lastAnswer.nanoseconds != .min { recover(session, at: now) }
            lastAnswer = now
            if let exchange = answer.exchange {
                switch clock.estimator.add(exchange) {
                case .collecting, .noted, .ignored: break
                case .suspect: clock.nextRequest = now + .milliseconds(5)
                case .updated: updated = true
                case .stepped:
                    Log.notice("the clocks have stepped against each other; measuring anew")
                    forgetClock()
                }
            }
            if answer.timelineRevision != 0,
                answer.timelineRevision != UInt32(truncatingIfNeeded: stream.timeline.revision)
            {
                clock.suspicions += 1
                // A newer timeline has normally overtaken this reply; if it has not, ask for it.
                if clock.suspicions == 3 { nudge.signal() }
            } else {
                clock.suspicions = 0
            }
        }
        guard updated, let mapping = clock.estimator.mapping else { return }
        if !isClockKnown {
            // A first guess that is far off would be heard as a jump soon after; but a bad network must not mean silence.
            guard clock.estimator.uncertainty < .microseconds(200) || clock.estimator.exchanges > 100 else { return }
            isClockKnown = true
            inputs.setTimeline(stream.timeline)
            // What faded out with the old clock has been read from the decks by now.
            lanes.reset()
            nextDecode = Instant(nanoseconds: 0)
        }
        inputs.mapping = mapping
        publishInputs()
    }

    /// What sounds was placed by a clock that is no more: it fades, and the timeline waits until the clock is known again.
    private func forgetClock() {
        clock.schedule.restart()
        clock.nextRequest = Instant(nanoseconds: 0)
        isClockKnown = false
        inputs.setTimeline(Timeline())
        publishInputs()
        // By a wrong time packets may have been dropped that are still to be heard.
        stream.begin(stream.timeline, lead: stream.lead)
    }

    /// The machine has slept: the monotonic clock has not counted it. Nothing tells what the time is now.
    private func noticeSleep() {
        let asleep = MonotonicClock<NodeClock>.timeAsleep
        defer { lastAsleep = asleep }
        guard asleep - lastAsleep > .milliseconds(50), lastAsleep.nanoseconds >= 0, session != nil else { return }
        Log.notice("this machine slept for \((asleep - lastAsleep).milliseconds) ms; measuring the clock anew")
        clock.estimator.reset()
        forgetClock()
    }

    /// The network is back. TCP does not know yet: its next attempt is as far away as the outage was long. So the connections
    /// are made anew, and what was missed is fetched.
    private func recover(_ session: Session, at now: Instant<NodeClock>) {
        clock.schedule.hurry(at: now)
        guard now - lastMessage > .milliseconds(500) else { return }
        Log.notice("the network was away for \((now - lastAnswer).milliseconds) ms; connecting again")
        session.subscriber.reconnect()
        fetcher.reconnect()
        stream.expectGap()
    }

    // MARK: Stream

    private func receiveStream() {
        guard let session else { return }
        while true {
            guard let bytes = (try? session.subscriber.receive()) ?? nil else { break }
            guard let (id, message) = try? StreamMessage.decode(bytes), id == session.id else { continue }
            lastMessage = MonotonicClock.now()
            switch message {
            case .audio(let batch):
                stream.received(batch.packets, at: coordinatorNow)
            case .timeline(let wire):
                if let timeline = try? Timeline(wire) { take(timeline, lead: wire.lead) }
            case .settings(let settings):
                if settings.roomId == inbox.roomID { take(settings) }
            }
        }
    }

    private func decodeAndFetch() {
        guard let time = coordinatorNow else { return }
        let now = MonotonicClock<NodeClock>.now()
        if isClockKnown, now >= nextDecode - Self.decodeEarly || stream.hasNews {
            stream.hasNews = false
            // The audio thread is ahead of what is heard, by more than usual where its queue is deeper, and by the room's own delay.
            let result = lanes.decode(stream, at: time + figures.extraReach - inputs.delay)
            stream.counters.concealed += UInt64(result.concealed)
            nextDecode = now + min(max(result.slack, .milliseconds(10)), .milliseconds(200))
        }
        if let fetch = stream.nextFetch(at: time) { fetcher.ask(fetch) }
    }

    // MARK: Figures

    private func takeFigures() {
        let now = MonotonicClock<NodeClock>.now()
        guard now >= nextFigures else { return }
        nextFigures = now + .milliseconds(200)
        let depthBefore = figures.depth
        figures.take(audio.status.read())
        if let depthBefore, let depth = figures.depth, depth > depthBefore {
            // Commands need more time from now on: the coordinator is told at once.
            publishRevisions()
            nudge.signal()
        }
        guard figures.isDue, let time = coordinatorNow else { return }
        stream.forget(at: min(time, time - inputs.delay))
        let sync = figures.report(clock: clock, stream: stream, device: audio.device.withLock { $0 }, at: now, time)
        report.withLock { $0 = sync }
        publishRevisions()
    }
}
