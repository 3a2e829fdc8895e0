import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct ToldPlayingTests {
    private enum Told: Hashable {
        case started(ItemID)
        case ended(ItemID, ToldPlaying.Ending)
    }

    /// Readings of items, one after the other, some of which break: known at any time before their end.
    @Test(arguments: 0..<50)
    func eachPlayingIsToldOnceAndInTheOrderInWhichItIsHeard(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let readings = (1...40).map { serial in
            TrackMark(
                generation: Generation(1),
                position: FrameCount(0),
                item: ItemID(UInt64.random(in: 1...3, using: &random)),
                trackTime: .zero,
                serial: UInt64(serial)
            )
        }
        let broken = readings.map { _ in Int.random(in: 0..<3, using: &random) == 0 }
        // Which are left for the next before their end, as a seek does, and as a skip does.
        let cut = readings.map { _ in Int.random(in: 0..<3, using: &random) == 0 }
        let skipped = readings.map { _ in Bool.random(using: &random) }
        var playing = ToldPlaying()
        var (told, expected): ([Told], [Told]) = ([], [])
        var read = 0
        var heard: ItemID?
        for (index, mark) in readings.enumerated() {
            // What is read is ahead of what is heard.
            let ahead = min(readings.count, index + Int.random(in: 1...4, using: &random))
            while read < ahead {
                if broken[read] { playing.broke(readings[read], reason: "\(read)") }
                read += 1
            }
            if playing.began(mark) { told.append(.started(mark.item)) }
            if heard != mark.item { expected.append(.started(mark.item)) }
            heard = mark.item
            if !cut[index] {
                if let ending = playing.ended(mark) { told.append(.ended(mark.item, ending)) }
                expected.append(.ended(mark.item, broken[index] ? .failed("\(index)") : .finished))
                heard = nil
            } else if skipped[index] {
                playing.left()
                heard = nil
            }
        }
        #expect(told == expected)
    }
}
