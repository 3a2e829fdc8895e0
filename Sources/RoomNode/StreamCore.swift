import AudioCore
import SyncCore

/// The room's picture of the stream: timeline, packets in hand, what is missing. Pure: it takes the coordinator's time
/// and says what to do.
struct StreamCore: Sendable {
    /// Packets to ask the coordinator for.
    struct Fetch: Hashable, Sendable {
        /// Tells the answer that is awaited from one to a request that was given up.
        var serial: UInt64
        var generation: Generation
        var sequences: Range<UInt32>
        /// They were missed and not just not seen yet, as when joining.
        var isRepair: Bool
    }

    struct Counters: Hashable, Sendable {
        var late: UInt64 = 0
        var lost: UInt64 = 0
        var repaired: UInt64 = 0
        var concealed: UInt64 = 0
    }

    private(set) var timeline = Timeline()
    private(set) var lead = Interval.seconds(2)
    private(set) var store = PacketStore()
    private(set) var arrivals = ArrivalTail()
    private var arrivalsCountFrom = Instant<CoordinatorClock>(nanoseconds: .min)
    var counters = Counters()
    /// Packets have come that are heard within half a second: the decoders may be waiting for them.
    var hasNews = false
    private var outstanding: Fetch?
    /// An answer is awaited.
    var isFetching: Bool { outstanding != nil }
    private var fetches: UInt64 = 0
    private var retryAt = Instant<CoordinatorClock>(nanoseconds: .min)
    private var progress: [Generation: GenerationProgress] = [:]
    private var lastAudio = Instant<CoordinatorClock>(nanoseconds: .min)

    /// Packets before the first audible one that a decoder needs: it converges by about 6 dB a packet, so after 12 of
    /// them (240 ms) a late room sounds as the others do to -68 dB.
    static let preroll: UInt32 = 12
    private static let fetchLimit = 50
    /// More than this at once is a jump; `AdaptiveLead` comes down by 20 ms a second.
    private static let leadStep = Interval.milliseconds(100)

    /// A new session: nothing of the old one means anything.
    mutating func begin(_ timeline: Timeline, lead: Interval) {
        giveUpFetch()
        let (counters, fetches) = (self.counters, self.fetches)
        self = StreamCore()
        self.counters = counters
        self.fetches = fetches
        self.timeline = timeline
        self.lead = lead
        // What was published before this room came is asked for at once, and was not lost.
        for span in timeline.spans { progress[span.generation] = GenerationProgress(beginning: .underWay) }
    }

    /// - Returns: whether it was newer than what is known.
    mutating func update(_ timeline: Timeline, lead: Interval) -> Bool {
        if lead != self.lead, timeline.revision >= self.timeline.revision { changeLead(lead) }
        guard timeline.revision > self.timeline.revision else { return false }
        self.timeline = timeline
        return true
    }

    /// Packets that are published while the lead jumps come earlier or later than either says. While it comes down
    /// slowly, each is off by a step at most: they count, or a network that stays bad would not be seen until the lead
    /// is down.
    private mutating func changeLead(_ lead: Interval) {
        if (lead - self.lead).magnitude > Self.leadStep { ignoreArrivals(until: lastAudio + .seconds(4)) }
        self.lead = lead
    }

    /// Until `time` nothing is learnt from when packets arrive: this process stood still, they did not.
    mutating func ignoreArrivals(until time: Instant<CoordinatorClock>) {
        arrivalsCountFrom = max(arrivalsCountFrom, time)
    }

    /// The connection was made anew: what was published meanwhile is asked for at once.
    mutating func expectGap() {
        giveUpFetch()
        retryAt = Instant(nanoseconds: .min)
        lastAudio = Instant(nanoseconds: .min)
        for generation in progress.keys { progress[generation]?.floor = 0 }
    }

    /// Forgets what will not be heard any more.
    mutating func forget(at time: Instant<CoordinatorClock>) {
        let wanted = wanted(at: time)
        guard let oldest = wanted.min() else { return }
        store.drop(before: oldest)
        for generation in wanted {
            guard let position = needed(of: generation, at: time) else { continue }
            let sequence = UInt32(clamping: position / StreamFormat.framesPerPacket)
            if sequence > Self.preroll + 4 { store.drop(generation, before: sequence - Self.preroll - 4) }
        }
        progress = progress.filter { $0.key >= oldest }
    }

    // MARK: What arrives

    mutating func received(_ packets: [AudioPacket], at time: Instant<CoordinatorClock>?) {
        for packet in packets where store.insert(packet) == .late { counters.late += 1 }
        guard let time, let first = packets.first, let last = packets.last else { return }
        lastAudio = time
        notice(first, at: time)
        guard let span = timeline.spans.last(where: { $0.generation == last.generation }) else { return }
        let due = span.time(of: last.startPosition + FrameCount(StreamFormat.framesPerPacket)) - lead
        // Bursts after a start are late by design.
        if time > span.startTime + lead, time > arrivalsCountFrom { arrivals.add(lateness: time - due) }
    }

    private mutating func notice(_ packet: AudioPacket, at time: Instant<CoordinatorClock>) {
        guard let need = needed(of: packet.generation, at: time) else { return }
        if packet.startPosition.rawValue < need + 24_000 { hasNews = true }
    }

    /// The answer to `fetch`; to one that was given up it says nothing.
    mutating func fetched(
        _ fetch: Fetch,
        packets: [AudioPacket],
        next: UInt32,
        at time: Instant<CoordinatorClock>
    ) {
        guard fetch == outstanding else { return }
        outstanding = nil
        var stored: UInt64 = 0
        for packet in packets where store.insert(packet) == .stored { stored += 1 }
        if fetch.isRepair { counters.repaired += stored }
        hasNews = true
        let answered = min(fetch.sequences.upperBound, max(next, fetch.sequences.lowerBound))
        progress[fetch.generation, default: GenerationProgress()].answered(upTo: answered)
        if packets.isEmpty { retryAt = time + .milliseconds(50) }
    }

    mutating func fetchFailed(_ fetch: Fetch, at time: Instant<CoordinatorClock>) {
        guard fetch == outstanding else { return }
        giveUpFetch()
        retryAt = time + .milliseconds(50)
    }

    private mutating func giveUpFetch() {
        // It will be counted when it is asked for again.
        if let outstanding, outstanding.isRepair { counters.lost -= UInt64(outstanding.sequences.count) }
        outstanding = nil
    }

    /// What to ask for now; nil where all is there or an answer is awaited.
    mutating func nextFetch(at time: Instant<CoordinatorClock>) -> Fetch? {
        guard outstanding == nil, time >= retryAt else { return nil }
        for generation in wanted(at: time) {
            var known = progress[generation] ?? GenerationProgress()
            known.want(at: time, published: expected(of: generation, at: time))
            progress[generation] = known
            guard let sequences = missing(of: generation, known, at: time) else { continue }
            fetches += 1
            let isRepair = sequences.isGap && known.couldHaveSeen(sequences.range.lowerBound)
            let fetch = Fetch(serial: fetches, generation: generation, sequences: sequences.range, isRepair: isRepair)
            if isRepair { counters.lost += UInt64(fetch.sequences.count) }
            outstanding = fetch
            return fetch
        }
        return nil
    }

    /// - Returns: packets that are not there; whether newer ones are, so that these were missed.
    private func missing(
        of generation: Generation,
        _ known: GenerationProgress,
        at time: Instant<CoordinatorClock>
    ) -> (range: Range<UInt32>, isGap: Bool)? {
        guard let position = needed(of: generation, at: time) else { return nil }
        let heard = StreamFormat.sequence(at: position)
        let base = max(heard - min(heard, Self.preroll), known.floor)
        let next = store.nextSequence(of: generation)
        if base < next, let gap = store.firstGap(in: base..<next, of: generation, limit: Self.fetchLimit) {
            return (gap, true)
        }
        // Behind the newest packet nothing is missed, unless the stream itself brings nothing.
        let isJoining = known.wasUnderWay && next == 0
        let silent =
            isJoining || (time > lastAudio + .milliseconds(700) && known.isWanted(before: time - .milliseconds(40)))
        guard silent, expected(of: generation, at: time) > max(base, next) else { return nil }
        let from = min(max(base, next), StreamFormat.highestSequence)
        return (from..<(from + UInt32(Self.fetchLimit)), false)
    }

    /// The sequence up to which packets must have been published by now.
    private func expected(of generation: Generation, at time: Instant<CoordinatorClock>) -> UInt32 {
        guard let position = needed(of: generation, at: time) else { return 0 }
        let ahead = FrameTime.frames(in: lead - .milliseconds(300)).rawValue
        let end = end(of: generation) ?? StreamFormat.maximumPosition
        return StreamFormat.sequence(at: min(position + max(ahead, 4_800), end))
    }

    /// How much published audio is in hand ahead of what is heard.
    func buffered(at time: Instant<CoordinatorClock>) -> Interval {
        guard let generation = wanted(at: time).first, let position = needed(of: generation, at: time) else {
            return .zero
        }
        let newest = Int64(store.nextSequence(of: generation)) * StreamFormat.framesPerPacket
        return FrameTime.interval(of: FrameCount(max(0, newest - position)))
    }
}

extension StreamFormat {
    /// Above it no sequence is looked for, so that a few more than a sequence always fit: 2.7 years of audio.
    static let highestSequence = UInt32.max - 4_096

    /// The packet that holds stream position `position`.
    static func sequence(at position: Int64) -> UInt32 {
        min(UInt32(clamping: position / framesPerPacket), highestSequence)
    }
}
