private import Glibc
import PlaybackCore

/// Seeded noise for the simulated house: the same seed gives the same house.
package struct SimRandom: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    /// Neighbouring seeds give unrelated noise: the generator's states are far apart.
    package init(seed: UInt64) {
        var scatter = SplitMix64(seed: seed)
        generator = SplitMix64(seed: scatter.next())
    }

    package mutating func next() -> UInt64 { generator.next() }

    /// In (0, 1].
    package mutating func uniform() -> Double { (Double(generator.next() >> 11) + 1) * 0x1p-53 }

    package mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }

    package mutating func exponential(mean: Double) -> Double { mean <= 0 ? 0 : -mean * log(uniform()) }

    package mutating func happens(_ probability: Double) -> Bool { probability > 0 && uniform() <= probability }
}
