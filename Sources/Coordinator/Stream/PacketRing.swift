package import AudioCore
private import Synchronization

/// The newest packets of the newest generations, for rooms that missed them or join late. Callable from any thread.
///
/// Bounded: at most `packetsPerGeneration` packets of each of at most `generations` generations; the oldest go first.
package final class PacketRing: Sendable {
    /// Consecutive packets of one generation.
    package struct Run: Hashable, Sendable {
        package var firstSequence: UInt32
        package var payloads: [[UInt8]]
        /// The newest sequence of the generation + 1.
        package var nextSequence: UInt32
    }

    /// The current generation, the one before it while both are on some timeline, and one of reserve.
    package static let generations = 3
    /// How much of the past is kept beside the lead, in seconds.
    package static let pastSeconds: Int64 = 8

    private struct Lane {
        var generation: Generation
        /// Packet s lies in slot s modulo the capacity.
        var slots: [[UInt8]]
        var firstSequence: UInt32
        var nextSequence: UInt32
    }

    private let capacity: Int
    private let lanes = Mutex<[Lane]>([])

    package init(packetsPerGeneration: Int) { capacity = max(1, packetsPerGeneration) }

    /// A ring of `lead` and `pastSeconds` more.
    package convenience init(lead: FrameCount) {
        let frames = lead.rawValue + Self.pastSeconds * StreamFormat.framesPerSecond
        self.init(packetsPerGeneration: Int(frames / StreamFormat.framesPerPacket) + 1)
    }

    /// Keeps `packet`. A packet that does not follow the newest of its generation starts its run anew.
    package func append(_ packet: AudioPacket) {
        lanes.withLock { lanes in
            if lanes.last?.generation != packet.generation {
                lanes.removeAll { $0.generation == packet.generation }
                if lanes.count >= Self.generations { lanes.removeFirst() }
                lanes.append(
                    Lane(
                        generation: packet.generation,
                        slots: [],
                        firstSequence: packet.sequence,
                        nextSequence: packet.sequence
                    )
                )
            }
            Self.put(packet, in: &lanes[lanes.count - 1], capacity: capacity)
        }
    }

    private static func put(_ packet: AudioPacket, in lane: inout Lane, capacity: Int) {
        if packet.sequence != lane.nextSequence {
            lane.slots.removeAll(keepingCapacity: true)
            lane.firstSequence = packet.sequence
        }
        if lane.slots.isEmpty { lane.slots = Array(repeating: [], count: capacity) }
        lane.slots[Int(packet.sequence) % capacity] = packet.payload
        lane.nextSequence = packet.sequence &+ 1
        if Int(lane.nextSequence) - Int(lane.firstSequence) > capacity { lane.firstSequence += 1 }
    }

    /// The packets `first ..< first + count` of `generation` as far as they are kept: those before the oldest and after
    /// the newest are left out. Nil where nothing of the generation is kept.
    package func packets(of generation: Generation, from first: UInt32, count: Int) -> Run? {
        lanes.withLock { lanes in
            guard let lane = lanes.last(where: { $0.generation == generation }) else { return nil }
            let start = max(Int(first), Int(lane.firstSequence))
            let end = min(Int(first) + max(0, count), Int(lane.nextSequence))
            let payloads = start < end ? (start..<end).map { lane.slots[$0 % capacity] } : []
            return Run(
                firstSequence: UInt32(min(start, Int(lane.nextSequence))),
                payloads: payloads,
                nextSequence: lane.nextSequence
            )
        }
    }

    /// True where the packet that holds `position` is kept, or is still to come.
    package func reaches(back position: FrameCount, of generation: Generation) -> Bool {
        lanes.withLock { lanes in
            guard let lane = lanes.last(where: { $0.generation == generation }) else { return false }
            return position.rawValue >= Int64(lane.firstSequence) * StreamFormat.framesPerPacket
        }
    }
}
