package import AudioCore
package import SyncCore

/// A room of a simulated house: machine, card, network and the real cores between them.
///
/// Rooms do not depend on each other, so each is run by itself against the same coordinator, and compared afterwards.
package final class SimRoom {
    /// What a room is made of. Times are true ones.
    package struct Plan {
        package var seed: UInt64
        package var clock: SimClock<NodeClock>
        package var card: SimCard
        package var up: SimLinkProfile
        package var down: SimLinkProfile
        package var joins: TrueTime = 0
        package var cuts: [Range<TrueTime>] = []
        /// The process does not run, the card does (SIGSTOP).
        package var stops: [Range<TrueTime>] = []
        /// The machine sleeps: clock, card and network stand still.
        package var sleeps: [Range<TrueTime>] = []
        /// The coordinator's queue for this room is full: what it publishes is lost, and nothing says so.
        package var losses: [Range<TrueTime>] = []
        /// A stamp is taken so much before its packet leaves: at least, and on average on top, in ns.
        package var sendCost = (least: 2e3, mean: 2e3)
        package var hasCard = true

        package init(seed: UInt64, clock: SimClock<NodeClock>, card: SimCard, link: SimLinkProfile) {
            self.seed = seed
            self.clock = clock
            self.card = card
            up = link
            down = link
        }
    }

    enum Event {
        case attach(Int)
        case request(session: Int, number: Int)
        case requestArrives(session: Int, sent: Instant<NodeClock>)
        case replyArrives(session: Int, ClockExchange)
        case publish(session: Int, Generation, message: UInt32)
        case edit(session: Int, Int)
        case audioArrives(session: Int, [AudioPacket])
        case timelineArrives(session: Int, Timeline)
        case engine
        case fetchArrives(session: Int, number: Int, SimFetch)
        case fetched(session: Int, number: Int, SimFetch, [AudioPacket], next: UInt32)
        case fetchTimeout(number: Int)
        case audio
        case awake
    }

    package let plan: Plan
    package let broadcast: SimBroadcast
    package internal(set) var trace = SimTrace()
    /// Where wanted, every exchange that was made, with the true time at which it was over.
    package var recorded: [(at: TrueTime, exchange: ClockExchange)] = []
    package var records = false
    package let stream: any SimStream
    var queue = SimQueue<Event>()
    var up: SimLink
    var down: SimLink
    var random: SimRandom
    var session = -1
    var estimator = ClockEstimator()
    var schedule = ExchangeSchedule(seed: 1)
    var inputs = PlayoutInputs()
    var isClockKnown = false
    var requests = 0
    private var sleptUntil = -Double.infinity
    var player: SimPlayer
    private var away: [Range<TrueTime>]
    /// One request for packets is under way at a time; this is its number.
    var fetches = 0
    private var reliableUp = 0.0
    private var reliableDown = 0.0
    /// How far each generation has been published: the ring that fetches are answered from.
    var published: [Generation: UInt32] = [:]

    package init(_ plan: Plan, broadcast: SimBroadcast, stream: any SimStream = SimReceiver()) {
        var plan = plan
        plan.clock.halts = plan.sleeps
        self.plan = plan
        self.broadcast = broadcast
        self.stream = stream
        up = SimLink(plan.up, seed: plan.seed &* 3 &+ 1)
        down = SimLink(plan.down, seed: plan.seed &* 3 &+ 2)
        up.cuts = plan.cuts + plan.sleeps
        down.cuts = plan.cuts + plan.sleeps
        random = SimRandom(seed: plan.seed &* 3 &+ 3)
        player = SimPlayer(card: plan.card, seed: plan.seed &+ 77)
        away = plan.stops + plan.sleeps
        for (index, session) in broadcast.sessions.enumerated() {
            for (number, edit) in session.edits.enumerated() { queue.push(.edit(session: index, number), at: edit.at) }
            let begins = max(session.begins, plan.joins)
            // A running room notices a new start with its next report, once a second.
            let noticed = begins == plan.joins ? begins : begins + random.uniform() * 1e9
            if index + 1 == broadcast.sessions.count || broadcast.sessions[index + 1].begins > noticed {
                queue.push(.attach(index), at: noticed + 4 * (plan.up.base + plan.up.jitter))
            }
        }
        if plan.hasCard { queue.push(.audio, at: plan.joins) }
        queue.push(.engine, at: plan.joins)
    }

    /// Runs the room until `time`.
    package func run(until time: TrueTime) {
        while let next = queue.nextTime, next <= time, let (at, event) = queue.pop() {
            if isOfNode(event), let absence = away.first(where: { $0.contains(at) }) {
                if plan.sleeps.contains(absence), sleptUntil < absence.upperBound {
                    sleptUntil = absence.upperBound
                    queue.push(.awake, at: absence.upperBound)
                }
                queue.push(event, at: absence.upperBound)
            } else {
                perform(event, at: at)
            }
        }
    }

    /// Whether the room's own process has to run for it. A reply's time is taken by the kernel before.
    private func isOfNode(_ event: Event) -> Bool {
        switch event {
        case .requestArrives, .publish, .edit, .fetchArrives, .awake: false
        case .attach, .request, .replyArrives, .audioArrives, .timelineArrives, .engine, .fetched, .fetchTimeout,
            .audio:
            true
        }
    }

    private func perform(_ event: Event, at time: TrueTime) {
        switch event {
        case .attach(let index): attach(index, at: time)
        case .request(let session, let number): if number == requests { request(session, at: time) }
        case .requestArrives(let session, let sent): answer(session, sent: sent, at: time)
        case .replyArrives(let session, let exchange): take(exchange, session: session, at: time)
        case .publish(let session, let generation, let message):
            publish(session, generation, message: message, at: time)
        case .edit(let session, let number): edit(session, number, at: time)
        case .audioArrives(let session, let packets):
            if session == self.session { stream.received(packets, at: coordinatorTime(at: time)) }
        case .timelineArrives(let session, let timeline):
            guard session == self.session else { break }
            stream.update(timeline, lead: broadcast.lead)
            if isClockKnown { inputs.setTimeline(timeline) }
        case .engine: engine(at: time)
        case .fetchArrives(let session, let number, let fetch):
            answer(fetch, number: number, session: session, at: time)
        case .fetched(let session, let number, let fetch, let packets, let next):
            guard session == self.session, number == fetches, let now = coordinatorTime(at: time) else { break }
            fetches += 1
            stream.fetched(fetch, packets: packets, next: next, at: now)
        case .fetchTimeout(let number):
            guard number == fetches, let now = coordinatorTime(at: time) else { break }
            fetches += 1
            stream.fetchFailed(at: now)
        case .audio: audio(at: time)
        case .awake:
            player.stop()
            estimator.reset()
            forgetClock(at: time)
        }
    }

    /// The session in force at `time`, or -1.
    func live(at time: TrueTime) -> Int { broadcast.sessions.lastIndex { $0.begins <= time } ?? -1 }

    func coordinatorTime(at time: TrueTime) -> Instant<CoordinatorClock>? {
        estimator.mapping?.coordinatorTime(at: plan.clock.reading(at: time))
    }

    func sendReliably(_ event: Event, down isDown: Bool, at time: TrueTime) {
        if isDown {
            reliableDown = max(reliableDown, down.sendReliably(at: time))
            queue.push(event, at: reliableDown)
        } else {
            reliableUp = max(reliableUp, up.sendReliably(at: time))
            queue.push(event, at: reliableUp)
        }
    }
}
