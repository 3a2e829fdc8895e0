import AudioCore
import SyncCore

/// The room's own process: its clock, its engine and its audio thread.
extension SimRoom {
    /// As the engine does when the clocks have jumped.
    func forgetClock(at time: TrueTime) {
        guard session >= 0 else { return }
        schedule.restart()
        isClockKnown = false
        inputs.setTimeline(Timeline())
        stream.begin(broadcast.sessions[session].timeline(at: time), lead: broadcast.lead)
        fetches += 1
        ask(at: time)
    }

    func attach(_ index: Int, at time: TrueTime) {
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
    func ask(at time: TrueTime) {
        requests += 1
        queue.push(.request(session: session, number: requests), at: time)
    }

    func request(_ index: Int, at time: TrueTime) {
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

    func take(_ exchange: ClockExchange, session index: Int, at time: TrueTime) {
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

    func engine(at time: TrueTime) {
        queue.push(.engine, at: time + 20e6)
        guard session >= 0, let now = coordinatorTime(at: time) else { return }
        let truth = broadcast.sessions[session].clock.elapsed(since: now, at: time)
        trace.clock(at: time, error: truth, claimed: Double(estimator.uncertainty.nanoseconds))
        if let fetch = stream.turn(at: now) {
            sendReliably(.fetchArrives(session: session, number: fetches, fetch), down: false, at: time)
            queue.push(.fetchTimeout(number: fetches), at: time + 1e9)
        }
    }

    func audio(at time: TrueTime) {
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
    func truth(at time: TrueTime, _ generation: Generation) -> Double? {
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
}
