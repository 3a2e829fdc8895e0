import AudioCore
import SyncCore
import TestSupport
import Testing

@Suite struct PacketStoreTests {
    private static func packet(_ sequence: UInt32, _ generation: UInt32 = 1) -> AudioPacket {
        AudioPacket(
            generation: Generation(generation),
            sequence: sequence,
            payload: [UInt8(truncatingIfNeeded: sequence)]
        )
    }

    private func store(_ sequences: [UInt32]) -> PacketStore {
        var store = PacketStore()
        for sequence in sequences { _ = store.insert(Self.packet(sequence)) }
        return store
    }

    @Test func packetsAreKeptOnce() {
        var store = PacketStore()
        #expect(store.insert(Self.packet(5)) == .stored)
        #expect(store.insert(Self.packet(5)) == .duplicate)
        #expect(store.count == 1)
        #expect(store.payload(Generation(1), 5) == [5])
        #expect(store.payload(Generation(1), 4) == nil)
        #expect(store.payload(Generation(2), 5) == nil)
        #expect(store.nextSequence(of: Generation(1)) == 6)
        #expect(store.nextSequence(of: Generation(2)) == 0)
    }

    @Test func gapsAreFoundOneByOne() {
        let store = store([0, 1, 4, 5, 9])
        #expect(store.firstGap(in: 0..<10, of: Generation(1), limit: 50) == 2..<4)
        #expect(store.firstGap(in: 4..<10, of: Generation(1), limit: 50) == 6..<9)
        #expect(store.firstGap(in: 6..<10, of: Generation(1), limit: 2) == 6..<8)
        #expect(store.firstGap(in: 4..<6, of: Generation(1), limit: 50) == nil)
        #expect(store.firstGap(in: 0..<3, of: Generation(9), limit: 50) == 0..<3)
    }

    /// What is told of gaps must not depend on the order in which packets came and were forgotten.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func gapsAreThoseOfAList(seed: UInt64) {
        var random = SimRandom(seed: seed &+ 1)
        var store = PacketStore()
        var held: Set<UInt32> = []
        var first: UInt32 = 0
        for _ in 0..<600 {
            let sequence = first + UInt32(random.uniform() * 60)
            if random.happens(0.8) {
                _ = store.insert(AudioPacket(generation: Generation(1), sequence: sequence, payload: [1]))
                if sequence >= first { held.insert(sequence) }
            } else if random.happens(0.3), !held.isEmpty {
                first += random.happens(0.1) ? 300 : UInt32(random.uniform() * 20)
                store.drop(Generation(1), before: first)
                held = held.filter { $0 >= first }
            }
            let range = first..<(first + 70)
            let start = range.first { !held.contains($0) }
            let gap = store.firstGap(in: range, of: Generation(1), limit: 5)
            #expect(gap?.lowerBound == start)
            #expect(store.count == held.count)
            if let gap { #expect(gap.count <= 5 && gap.allSatisfy { !held.contains($0) }) }
        }
    }

    @Test func whatIsOverIsLate() {
        var store = store([0, 1, 2, 3])
        store.drop(Generation(1), before: 2)
        #expect(store.count == 2)
        #expect(store.insert(Self.packet(1)) == .late)
        #expect(store.insert(Self.packet(2)) == .duplicate)
        store.drop(Generation(1), before: 1)
        #expect(store.insert(Self.packet(1)) == .late)
        _ = store.insert(Self.packet(0, 2))
        store.drop(before: Generation(2))
        #expect(store.count == 1)
        #expect(store.insert(Self.packet(10)) == .late)
        #expect(store.payload(Generation(1), 3) == nil)
    }

    @Test func aPeerThatSendsTooMuchIsRefused() {
        var store = PacketStore()
        for sequence in 0..<UInt32(PacketStore.capacity) { _ = store.insert(Self.packet(sequence)) }
        #expect(store.insert(Self.packet(UInt32(PacketStore.capacity))) == .refused)
        #expect(store.count == PacketStore.capacity)
        store = PacketStore()
        for generation in 1...8 as ClosedRange<UInt32> { #expect(store.insert(Self.packet(0, generation)) == .stored) }
        #expect(store.insert(Self.packet(0, 9)) == .refused)
    }

    @Test func theHighestSequenceDoesNotOverflow() {
        var store = PacketStore()
        #expect(store.insert(Self.packet(.max)) == .stored)
        #expect(store.payload(Generation(1), .max) != nil)
    }

    @Test func theTailIsWhatLatePacketsNeed() {
        var tail = ArrivalTail()
        for _ in 0..<15 { tail.add(lateness: .milliseconds(900)) }
        #expect(tail.tail == .zero)
        for index in 0..<600 { tail.add(lateness: .milliseconds(index % 50 == 0 ? 80 : 5)) }
        #expect(tail.tail == .milliseconds(75))
    }
}
