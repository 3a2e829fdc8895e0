import AudioCore
import SyncCore

/// What the coordinator does for this room.
extension SimRoom {
    func answer(_ index: Int, sent: Instant<NodeClock>, at time: TrueTime) {
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

    func edit(_ index: Int, _ number: Int, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let timeline = broadcast.sessions[index].edits[number].timeline
        if number == 0 { published.removeAll() }
        sendReliably(.timelineArrives(session: index, timeline), down: true, at: time)
        for span in timeline.spans where published[span.generation] == nil {
            published[span.generation] = 0
            queue.push(.publish(session: index, span.generation, message: 0), at: time + 1e6)
        }
    }

    func publish(_ index: Int, _ generation: Generation, message: UInt32, at time: TrueTime) {
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

    func answer(_ fetch: SimFetch, number: Int, session index: Int, at time: TrueTime) {
        guard live(at: time) == index else { return }
        let newest = published[fetch.generation] ?? 0
        let next = max(fetch.sequences.lowerBound, min(fetch.sequences.upperBound, newest))
        let packets = (fetch.sequences.lowerBound..<next).map { SimBroadcast.packet(fetch.generation, $0) }
        let answer = Event.fetched(session: index, number: number, fetch, packets, next: next)
        sendReliably(answer, down: true, at: time)
    }
}
