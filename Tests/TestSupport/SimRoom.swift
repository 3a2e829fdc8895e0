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
    package private(set) var trace = SimTrace()
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
    private var inputs = PlayoutInputs()
    private var isClockKnown = false
    private var requests = 0
    private var sleptUntil = -Double.infinity
    private var player: SimPlayer
    private var away: [Range<TrueTime>]
    /// One request for packets is under way at a time; this is its number.
    private var fetches = 0
    private var reliableUp = 0.0
    private var reliableDown = 0.0
    /// How far each generation has been published: the ring that fetches are answered from.
    private var published: [Generation: UInt32] = [:]

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
    private func live(at time: TrueTime) -> Int { broadcast.sessions.lastIndex { $0.begins <= time } ?? -1 }

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

    // MARK: The node

    /// As the engine does when the clocks have jumped.
    private func forgetClock(at time: TrueTime) {
        guard session >= 0 else { return }
        schedule.restart()
        isClockKnown = false
        inputs.setTimeline(Timeline())
        stream.begin(broadcast.sessions[session].timeline(at: time), lead: broadcast.lead)
        fetches += 1
        ask(at: time)
    }

    private func attach(_ index: Int, at time: TrueTime) {
        guard live(at: time) == index else { return }
        session = index
        estimator = ClockEstimator()
        schedule = ExchangeSchedule(seed: random.next())
        let timeline = broadcast.sessions[index].timeline(at: time)
        stream.begin(timeline, lead: broadcast.lead)
        isClockKnown = false
        inputs.setTimeline(Timeline())
        ask(at: time)
    }

    /// The next request; one that was planned before is not made.
    private func ask(at time: TrueTime) {
        requests += 1
        queue.push(.request(session: session, number: requests), at: time)
    }

    private func request(_ index: Int, at time: TrueTime) {
        guard index == session else { return }
        trace.requests += 1
        let sent = plan.clock.reading(at: time)
        let leaves = time + plan.sendCost.least + random.exponential(mean: plan.sendCost.mean)
        let (first, second) = up.send(at: leaves)
        for arrival in [first, second].compactMap({ $0 }) {
            queue.push(.requestArrives(session: index, sent: sent), at: arrival)
        }
        let wait = schedule.requestSent(at: sent, noise: estimator.noise)
        let wake = 20e3 + random.exponential(mean: 20e3)
        ask(at: time + Double(wait.nanoseconds) + wake)
    }

    private func take(_ exchange: ClockExchange, session index: Int, at time: TrueTime) {
        guard index == session else { return }
        if records { recorded.append((time, exchange)) }
        switch estimator.add(exchange) {
        case .collecting, .noted: break
        case .suspect:
            trace.suspectExchanges += 1
            ask(at: time + 5e6)
        case .ignored: trace.ignoredExchanges += 1
        case .stepped:
            trace.clockSteps += 1
            forgetClock(at: time)
        case .updated:
            if !isClockKnown {
                // As the engine does.
                guard estimator.uncertainty < .microseconds(200) || estimator.exchanges > 100 else { return }
                isClockKnown = true
                inputs.setTimeline(broadcast.sessions[index].timeline(at: time))
            }
            inputs.mapping = estimator.mapping
        }
    }

    private func engine(at time: TrueTime) {
        queue.push(.engine, at: time + 20e6)
        guard session >= 0, let now = coordinatorTime(at: time) else { return }
        let truth = broadcast.sessions[session].clock.elapsed(since: now, at: time)
        trace.clock(at: time, error: truth, claimed: Double(estimator.uncertainty.nanoseconds))
        if let fetch = stream.turn(at: now) {
            sendReliably(.fetchArrives(session: session, number: fetches, fetch), down: false, at: time)
            queue.push(.fetchTimeout(number: fetches), at: time + 1e9)
        }
    }

    private func audio(at time: TrueTime) {
        let next = player.turn(
            at: time,
            inputs: inputs,
            trace: &trace,
            nodeTime: { plan.clock.reading(at: $0) },
            stream: stream,
            truth: { truth(at: $0, $1) }
        )
        queue.push(.audio, at: next)
    }

    /// The position of `generation` that every room should play at `time`, of the session that this room is in.
    private func truth(at time: TrueTime, _ generation: Generation) -> Double? {
        guard session >= 0 else { return nil }
        let session = broadcast.sessions[session]
        let timeline = session.timeline(at: time)
        let span = timeline.spans.last {
            $0.generation == generation && session.clock.elapsed(since: $0.startTime, at: time) >= -1e6
        }
        guard let span else { return nil }
        let elapsed = session.clock.elapsed(since: span.startTime, at: time)
        return Double(span.startPosition.rawValue) + elapsed * 48e-6
    }

    // MARK: The coordinator

    private func answer(_ index: Int, sent: Instant<NodeClock>, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let clock = broadcast.sessions[index].clock
        let replied = time + 15e3 + random.exponential(mean: 20e3)
        let leaves = replied + plan.sendCost.least + random.exponential(mean: plan.sendCost.mean)
        let (first, second) = down.send(at: leaves)
        for arrival in [first, second].compactMap({ $0 }) {
            let exchange = ClockExchange(
                sent: sent,
                received: clock.reading(at: time),
                replied: clock.reading(at: replied),
                returned: plan.clock.reading(at: arrival)
            )
            queue.push(.replyArrives(session: index, exchange), at: arrival)
        }
    }

    private func edit(_ index: Int, _ number: Int, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let timeline = broadcast.sessions[index].edits[number].timeline
        if number == 0 { published.removeAll() }
        sendReliably(.timelineArrives(session: index, timeline), down: true, at: time)
        for span in timeline.spans where published[span.generation] == nil {
            published[span.generation] = 0
            queue.push(.publish(session: index, span.generation, message: 0), at: time + 1e6)
        }
    }

    private func publish(_ index: Int, _ generation: Generation, message: UInt32, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let session = broadcast.sessions[index]
        let timeline = session.timeline(at: time)
        guard let span = timeline.spans.last(where: { $0.generation == generation }) else { return }
        let next = Event.publish(session: index, generation, message: message)
        let sequence = message * SimBroadcast.packetsPerMessage
        let position = FrameCount(Int64(sequence) * StreamFormat.framesPerPacket)
        if let end = span.endPosition, position > end {
            queue.push(next, at: time + 100e6)
            return
        }
        let due = session.clock.time(of: span.time(of: position) - broadcast.lead)
        if due > time {
            queue.push(next, at: due)
            return
        }
        published[generation] = sequence + SimBroadcast.packetsPerMessage
        // A sleeping machine's connection dies: what it missed it has to fetch.
        if time >= plan.joins, !(plan.sleeps + plan.losses).contains(where: { $0.contains(time) }) {
            let packets = broadcast.packets(of: generation, message: message)
            sendReliably(.audioArrives(session: index, packets), down: true, at: time)
        }
        queue.push(.publish(session: index, generation, message: message + 1), at: max(time + 2e6, due))
    }

    private func answer(_ fetch: SimFetch, number: Int, session index: Int, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let newest = published[fetch.generation] ?? 0
        let next = max(fetch.sequences.lowerBound, min(fetch.sequences.upperBound, newest))
        let packets = (fetch.sequences.lowerBound..<next).map { SimBroadcast.packet(fetch.generation, $0) }
        let answer = Event.fetched(session: index, number: number, fetch, packets, next: next)
        sendReliably(answer, down: true, at: time)
    }
}
