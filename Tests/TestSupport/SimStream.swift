package import AudioCore
package import SyncCore

/// The part of a room that keeps packets and decodes them, as the simulation drives it.
package protocol SimStream: AnyObject {
    func begin(_ timeline: Timeline, lead: Interval)
    func update(_ timeline: Timeline, lead: Interval)
    func received(_ packets: [AudioPacket], at time: Instant<CoordinatorClock>?)
    /// Decodes what is due and says what to fetch.
    func turn(at time: Instant<CoordinatorClock>) -> SimFetch?
    func fetched(_ fetch: SimFetch, packets: [AudioPacket], next: UInt32, at time: Instant<CoordinatorClock>)
    func fetchFailed(at time: Instant<CoordinatorClock>)
    func available(_ generation: Generation) -> PlayoutPlanner.Available
    /// The audio thread plays a segment.
    func play(_ segment: BlockPlan.Segment)
}

/// Packets that a room asks the coordinator for.
package struct SimFetch: Sendable {
    package var generation: Generation
    package var sequences: Range<UInt32>
    /// What the room needs to know of its own request.
    package var isRepair: Bool

    package init(generation: Generation, sequences: Range<UInt32>, isRepair: Bool) {
        self.generation = generation
        self.sequences = sequences
        self.isRepair = isRepair
    }
}

/// The simplest room: it fetches what was published before it came, and decodes in no time. Positions only.
package final class SimReceiver: SimStream {
    private var timeline = Timeline()
    private var store = PacketStore()
    private var isJoining = true
    private var first: UInt32 = 0
    private var high: UInt32 = 0
    private var generation = Generation(0)

    package init() {}

    package func begin(_ timeline: Timeline, lead: Interval) {
        store = PacketStore()
        self.timeline = timeline
        isJoining = true
        generation = Generation(0)
    }

    package func update(_ timeline: Timeline, lead: Interval) {
        if timeline.revision > self.timeline.revision { self.timeline = timeline }
    }

    package func received(_ packets: [AudioPacket], at time: Instant<CoordinatorClock>?) {
        for packet in packets { _ = store.insert(packet) }
    }

    package func turn(at time: Instant<CoordinatorClock>) -> SimFetch? {
        guard let span = timeline.span(at: time) ?? timeline.spans.first else { return nil }
        let reached = min(span.position(at: time), span.endPosition ?? FrameCount(StreamFormat.maximumPosition))
        let position = max(reached, span.startPosition).rawValue
        let heard = UInt32(clamping: position / StreamFormat.framesPerPacket)
        let wanted = heard - min(heard, 4)
        if span.generation != generation || wanted > high {
            generation = span.generation
            first = wanted
            high = wanted
            store.drop(before: span.generation)
        }
        while store.payload(generation, high) != nil { high += 1 }
        if wanted > first + 100 {
            store.drop(generation, before: wanted)
            first = wanted
        }
        guard isJoining else { return nil }
        isJoining = false
        return SimFetch(generation: span.generation, sequences: wanted..<(wanted + 200), isRepair: false)
    }

    package func fetched(
        _ fetch: SimFetch,
        packets: [AudioPacket],
        next: UInt32,
        at time: Instant<CoordinatorClock>
    ) {
        received(packets, at: time)
    }

    package func fetchFailed(at time: Instant<CoordinatorClock>) { isJoining = true }

    package func play(_ segment: BlockPlan.Segment) {}

    package func available(_ generation: Generation) -> PlayoutPlanner.Available {
        guard generation == self.generation else { return .nothing }
        return PlayoutPlanner.Available(
            low: Int64(first) * StreamFormat.framesPerPacket,
            high: Int64(high) * StreamFormat.framesPerPacket
        )
    }
}
