import AudioCore
import Testing

@testable import Coordinator

@Suite struct PacketRingTests {
    private func ring(_ sequences: Range<UInt32>, capacity: Int, generation: UInt32 = 1) -> PacketRing {
        let ring = PacketRing(packetsPerGeneration: capacity)
        fill(ring, sequences, generation)
        return ring
    }

    private func fill(_ ring: PacketRing, _ sequences: Range<UInt32>, _ generation: UInt32) {
        for sequence in sequences {
            let payload = [UInt8(truncatingIfNeeded: sequence)]
            ring.append(AudioPacket(generation: Generation(generation), sequence: sequence, payload: payload))
        }
    }

    @Test func keepsTheNewestAndForgetsTheOldest() {
        let ring = ring(0..<25, capacity: 10)
        let run = ring.packets(of: Generation(1), from: 0, count: 100)
        #expect(run == PacketRing.Run(firstSequence: 15, payloads: (15..<25).map { [$0] }, nextSequence: 25))
    }

    @Test(arguments: [(18, 3, 18, 3), (23, 9, 23, 2), (25, 4, 25, 0), (90, 4, 25, 0), (10, 6, 15, 1), (20, 0, 20, 0)])
    func answersAsFarAsPacketsAreKept(first: Int, count: Int, start: Int, length: Int) {
        let run = ring(0..<25, capacity: 10).packets(of: Generation(1), from: UInt32(first), count: count)
        #expect(run?.firstSequence == UInt32(start))
        #expect(run?.payloads == (start..<start + length).map { [UInt8($0)] })
        #expect(run?.nextSequence == 25)
    }

    @Test func keepsAFewGenerations() {
        let ring = PacketRing(packetsPerGeneration: 4)
        for generation in 1...5 { fill(ring, 0..<2, UInt32(generation)) }
        #expect(ring.packets(of: Generation(2), from: 0, count: 9) == nil)
        #expect(ring.packets(of: Generation(3), from: 0, count: 9)?.payloads.count == 2)
        #expect(ring.packets(of: Generation(5), from: 0, count: 9)?.payloads.count == 2)
    }

    @Test func knowsHowFarBackItReaches() {
        let ring = ring(0..<25, capacity: 10)
        #expect(ring.reaches(back: FrameCount(15 * 960), of: Generation(1)))
        #expect(!ring.reaches(back: FrameCount(15 * 960 - 1), of: Generation(1)))
        #expect(!ring.reaches(back: FrameCount(15 * 960), of: Generation(2)))
    }
}
