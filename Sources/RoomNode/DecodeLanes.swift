import AudioCore
import SyncCore

/// Decodes each generation that is wanted into a deck of its own, about 300 ms ahead of what is heard.
///
/// Used on the engine thread. Missing packets are waited for until 65 ms before they are heard, then concealed; after
/// five in a row the lane waits for packets again and starts anew behind the hole.
final class DecodeLanes {
    private struct Lane {
        var generation = Generation(0)
        var nextSequence: UInt32 = 0
        var concealed = 0
        var isOpen = false
    }

    private let decks: DeckSet
    private let decoders: [any PacketDecoder]
    private var lanes = [Lane](repeating: Lane(), count: DeckSet.count)
    /// A generation that is not wanted any more and fades out until then: its deck is left alone.
    private var spared: (generation: Generation, until: Instant<CoordinatorClock>)?
    private let samples: UnsafeMutableBufferPointer<Float>

    /// Frames decoded ahead, and the frames in hand below which the engine wakes to decode more. Between the two it
    /// decodes when it is awake for something else, as it is for each message of the stream. The audio thread renders
    /// 50 ms ahead of what is heard, and suddenly 120 ms where it makes its queue deeper: so much and a packet is
    /// always there.
    static let ahead: Int64 = 14_400
    static let refill: Int64 = 6_720
    private static let patience: Int64 = 3_120
    private static let concealmentLimit = 5

    init(decks: DeckSet, makeDecoder: () throws(AudioError) -> any PacketDecoder) throws(AudioError) {
        self.decks = decks
        var decoders: [any PacketDecoder] = []
        for _ in 0..<DeckSet.count { decoders.append(try makeDecoder()) }
        self.decoders = decoders
        samples = .allocate(capacity: Int(StreamFormat.framesPerPacket) * StreamFormat.channels)
        samples.initialize(repeating: 0)
    }

    deinit { samples.deallocate() }

    /// A new session: generations start over.
    func reset() {
        for index in lanes.indices {
            lanes[index] = Lane()
            decks.decks[index].begin(Generation(0), at: 0, wanted: 0)
        }
    }

    func spare(_ generation: Generation, until time: Instant<CoordinatorClock>) { spared = (generation, time) }

    /// Decodes what is due at `time`. Where the audio thread renders more than 50 ms ahead of what is heard, or of when
    /// others hear it, `time` is later by that.
    /// - Returns: the number of concealed packets, and how long what is decoded lasts beyond the refill mark.
    func decode(_ stream: borrowing StreamCore, at time: Instant<CoordinatorClock>) -> (concealed: Int, slack: Interval)
    {
        let wanted = stream.wanted(at: time).prefix(DeckSet.count)
        var concealed = 0
        var slack = Interval.seconds(1)
        if let spared, spared.until < time { self.spared = nil }
        for generation in wanted {
            guard let need = stream.need(of: generation, at: time),
                let index = lane(for: generation, wanted: wanted)
            else { continue }
            concealed += fill(index, stream, generation, need: need)
            let high = decks.decks[index].available.high
            // Behind its end nothing is left to decode.
            if let end = stream.end(of: generation), high >= end { continue }
            let inHand = high - need.position
            slack = min(slack, FrameTime.interval(of: FrameCount(max(480, inHand - Self.refill))))
        }
        return (concealed, slack)
    }

    private func lane(for generation: Generation, wanted: ArraySlice<Generation>) -> Int? {
        if let index = lanes.firstIndex(where: { $0.isOpen && $0.generation == generation }) { return index }
        let index = lanes.firstIndex {
            !$0.isOpen || (!wanted.contains($0.generation) && $0.generation != spared?.generation)
        }
        guard let index else { return nil }
        lanes[index] = Lane(generation: generation)
        return index
    }

    private func fill(
        _ index: Int,
        _ stream: borrowing StreamCore,
        _ generation: Generation,
        need next: StreamCore.Need
    ) -> Int {
        let deck = decks.decks[index]
        let need = next.position
        let range = deck.available
        let isElsewhere =
            need > range.high + Self.ahead / 2 || (need < range.low && range.low > StreamFormat.prerollFrames)
        if !lanes[index].isOpen || isElsewhere {
            guard open(index, stream, generation, need: need) else { return 0 }
        }
        let end = stream.end(of: generation) ?? StreamFormat.maximumPosition
        var concealed = 0
        while deck.available.high < need + Self.ahead, deck.available.high < end + StreamFormat.framesPerPacket,
            deck.hasRoom(for: StreamFormat.framesPerPacket)
        {
            let sequence = lanes[index].nextSequence
            if let payload = stream.store.payload(generation, sequence) {
                decode(payload, with: decoders[index])
                lanes[index].concealed = 0
            } else {
                // What is not heard yet is not late, however close it is to where that begins.
                guard let wait = next.wait else { break }
                let due = Int64(sequence) * StreamFormat.framesPerPacket - need + wait
                guard due < Self.patience, lanes[index].concealed < Self.concealmentLimit else { break }
                // Before the first packet of a lane there is nothing to continue.
                guard deck.available.high > deck.available.low else { break }
                conceal(with: decoders[index])
                lanes[index].concealed += 1
                concealed += 1
            }
            deck.append(UnsafeBufferPointer(samples))
            lanes[index].nextSequence = sequence &+ 1
        }
        return concealed
    }

    /// Starts decoding at the first packet there is from 80 ms before what is needed on.
    private func open(_ index: Int, _ stream: borrowing StreamCore, _ generation: Generation, need: Int64) -> Bool {
        let heard = StreamFormat.sequence(at: need)
        let base = heard - min(heard, StreamCore.preroll)
        guard let first = (base..<(base + 60)).first(where: { stream.store.payload(generation, $0) != nil }) else {
            return false
        }
        // A hole in the first packets will be fetched in a moment: starting behind it would start late.
        guard first == base || first <= heard || stream.store.nextSequence(of: generation) > first &+ 8 else {
            return false
        }
        try? decoders[index].reset()
        decks.decks[index].begin(generation, at: Int64(first) * StreamFormat.framesPerPacket, wanted: need)
        lanes[index] = Lane(generation: generation, nextSequence: first, isOpen: true)
        return true
    }

    private func decode(_ payload: [UInt8], with decoder: any PacketDecoder) {
        do throws(AudioError) {
            try payload.withUnsafeBufferPointer { (bytes) throws(AudioError) in try decoder.decode(bytes, into: samples)
            }
        } catch {
            // A packet that does not decode is a lost one.
            conceal(with: decoder)
        }
    }

    private func conceal(with decoder: any PacketDecoder) {
        do throws(AudioError) { try decoder.conceal(into: samples) } catch { samples.update(repeating: 0) }
    }
}
