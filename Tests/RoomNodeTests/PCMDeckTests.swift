import AudioCore
import SyncCore
import Testing

@testable import RoomNode

@Suite struct PCMDeckTests {
    private static let interpolator = FractionalInterpolator()

    /// Appends `packets` packets whose left channel is the position over 2^20, and the right one its negative.
    private func append(_ deck: PCMDeck, packets: Int) {
        for _ in 0..<packets {
            let from = deck.available.high
            let samples = (0..<960).flatMap { frame -> [Float] in
                let value = Float(from + Int64(frame)) / 1_048_576
                return [value, -value]
            }
            samples.withUnsafeBufferPointer { deck.append($0) }
        }
    }

    private func segment(_ position: Int64, fraction: Double = 0, frames: Int32 = 480) -> BlockPlan.Segment {
        BlockPlan.Segment(
            frames: frames,
            generation: Generation(1),
            position: position,
            fraction: fraction,
            step: 1,
            firstGain: 1,
            lastGain: 1
        )
    }

    private func render(_ deck: PCMDeck, _ segment: BlockPlan.Segment) -> (left: [Float], right: [Float]) {
        var left = [Float](repeating: 9, count: Int(segment.frames))
        var right = left
        deck.render(segment, with: Self.interpolator, left: &left, right: &right)
        return (left, right)
    }

    @Test func aDeckBelongsToAGeneration() {
        let decks = DeckSet()
        #expect(decks.deck(of: Generation(1)) == nil)
        decks.decks[1].begin(Generation(1), at: 960, wanted: 4_800)
        #expect(decks.deck(of: Generation(1)) === decks.decks[1])
        #expect(decks.decks[1].available.low == 960)
        #expect(decks.decks[1].available.high == 960)
        decks.decks[1].begin(Generation(2), at: 0, wanted: 0)
        #expect(decks.deck(of: Generation(1)) == nil)
    }

    @Test func whatIsAppendedIsReadAtItsPosition() {
        let deck = PCMDeck()
        deck.begin(Generation(1), at: 0, wanted: 0)
        append(deck, packets: 5)
        let (left, right) = render(deck, segment(1_000, fraction: 0.5))
        for (index, value) in left.enumerated() {
            #expect(abs(Double(value) - (1_000.5 + Double(index)) / 1_048_576) < 1e-6)
            #expect(right[index] == -value)
        }
    }

    @Test func theRingGoesRound() {
        let deck = PCMDeck()
        deck.begin(Generation(1), at: 0, wanted: 0)
        var position: Int64 = 960
        append(deck, packets: 8)
        for _ in 0..<120 {
            while deck.hasRoom(for: 960) { append(deck, packets: 1) }
            let (left, _) = render(deck, segment(position, fraction: 0.25))
            for index in stride(from: 0, to: 480, by: 37) {
                #expect(abs(Double(left[index]) - (Double(position) + 0.25 + Double(index)) / 1_048_576) < 1e-5)
            }
            position += 480
        }
        #expect(position > Int64(PCMDeck.capacity) * 3)
    }

    @Test func theReaderKeepsItsRoom() {
        let deck = PCMDeck()
        deck.begin(Generation(1), at: 0, wanted: 100)
        while deck.hasRoom(for: 960) { append(deck, packets: 1) }
        #expect(deck.available.low == 0)
        #expect(deck.available.high <= Int64(PCMDeck.capacity) + 100)
        #expect(deck.available.high > Int64(PCMDeck.capacity) - 960)
    }

    @Test func whatIsNotThereIsSilent() {
        let deck = PCMDeck()
        deck.begin(Generation(1), at: 960, wanted: 960)
        append(deck, packets: 1)
        let (before, _) = render(deck, segment(900, frames: 120))
        #expect(before.prefix(60).allSatisfy { $0 == 0 })
        #expect(before[110] != 0)
        let (after, _) = render(deck, segment(1_880, frames: 120))
        #expect(after[0] != 0)
        #expect(after.suffix(60).allSatisfy { $0 == 0 })
    }
}
