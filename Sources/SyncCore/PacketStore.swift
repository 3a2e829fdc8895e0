package import AudioCore

/// The jitter buffer of a room: published packets by generation and sequence until they have been heard. Pure and
/// bounded.
package struct PacketStore: Sendable {
    package enum Arrival: Hashable, Sendable {
        case stored
        case duplicate
        /// What it belongs to has been heard already, or is of a generation that was dropped.
        case late
        /// More is held than any lead explains: a peer that misbehaves.
        case refused
    }

    private struct Lane {
        var generation: Generation
        var packets: [UInt32: [UInt8]] = [:]
        /// Packets below this sequence are not wanted any more.
        var first: UInt32 = 0
        /// One more than the highest sequence seen.
        var next: UInt32 = 0
        /// Sequences that are all there, those that the newest packet in order ends.
        var run: Range<UInt32> = 0..<0

        mutating func insert(_ packet: AudioPacket) {
            let sequence = packet.sequence
            packets[sequence] = packet.payload
            next = max(next, sequence &+ 1)
            if run.isEmpty { run = sequence..<sequence }
            if sequence == run.upperBound { extendRun() }
        }

        mutating func drop(before sequence: UInt32) {
            // One by one where they are few, as they are from call to call.
            if sequence - first <= 256 {
                for old in first..<sequence { packets[old] = nil }
            } else {
                packets = packets.filter { $0.key >= sequence }
            }
            first = sequence
            run = max(run.lowerBound, sequence)..<max(run.upperBound, sequence)
            extendRun()
        }

        private mutating func extendRun() {
            var end = run.upperBound
            while end < .max, packets[end] != nil { end += 1 }
            run = run.lowerBound..<end
        }
    }

    /// At most this many packets are held: a minute.
    package static let capacity = 3_000
    private static let maximumLanes = 8

    private var lanes: [Lane] = []
    /// Generations below this are over.
    private var oldest = Generation(0)
    package private(set) var count = 0

    package init() {}

    package mutating func insert(_ packet: AudioPacket) -> Arrival {
        guard packet.generation >= oldest else { return .late }
        let index = lane(for: packet.generation)
        guard let index else { return .refused }
        guard packet.sequence >= lanes[index].first else { return .late }
        guard lanes[index].packets[packet.sequence] == nil else { return .duplicate }
        guard count < Self.capacity else { return .refused }
        lanes[index].insert(packet)
        count += 1
        return .stored
    }

    private mutating func lane(for generation: Generation) -> Int? {
        if let index = lanes.firstIndex(where: { $0.generation == generation }) { return index }
        guard lanes.count < Self.maximumLanes else { return nil }
        lanes.append(Lane(generation: generation))
        return lanes.count - 1
    }

    package func payload(_ generation: Generation, _ sequence: UInt32) -> [UInt8]? {
        lanes.first { $0.generation == generation }?.packets[sequence]
    }

    /// One more than the highest sequence of `generation` that has come; 0 before the first.
    package func nextSequence(of generation: Generation) -> UInt32 {
        lanes.first { $0.generation == generation }?.next ?? 0
    }

    /// The first run of missing sequences in `range`, at most `limit` long; nil where all are there.
    package func firstGap(in range: Range<UInt32>, of generation: Generation, limit: Int) -> Range<UInt32>? {
        guard let lane = lanes.first(where: { $0.generation == generation }) else {
            return range.isEmpty ? nil : range.prefix(limit)
        }
        let packets = lane.packets
        let known = lane.run.contains(range.lowerBound) ? min(lane.run.upperBound, range.upperBound) : range.lowerBound
        guard let start = (known..<range.upperBound).first(where: { packets[$0] == nil }) else { return nil }
        var end = start + 1
        while end < range.upperBound, packets[end] == nil, end - start < UInt32(limit) { end += 1 }
        return start..<end
    }

    /// Forgets packets of `generation` before `sequence`.
    package mutating func drop(_ generation: Generation, before sequence: UInt32) {
        guard let index = lanes.firstIndex(where: { $0.generation == generation }), sequence > lanes[index].first else {
            return
        }
        let before = lanes[index].packets.count
        lanes[index].drop(before: sequence)
        count -= before - lanes[index].packets.count
    }

    /// Forgets generations older than `generation`.
    package mutating func drop(before generation: Generation) {
        guard generation > oldest else { return }
        oldest = generation
        lanes.removeAll { $0.generation < generation }
        count = lanes.reduce(0) { $0 + $1.packets.count }
    }
}
