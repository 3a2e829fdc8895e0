import Glibc
import SyncCore
import Testing

@Suite struct FractionalInterpolatorTests {
    private static let size = 4_096

    /// Reads `frames` frames of a ring that holds `signal`, from `position` on.
    private func read(
        _ signal: (Int) -> Double,
        position: Double,
        step: Double,
        frames: Int,
        gains: (Float, Float) = (1, 1),
        passband: Double = 1
    ) -> (left: [Float], right: [Float]) {
        let interpolator = FractionalInterpolator(passband: passband)
        var ring = (0..<Self.size).map { Float(signal($0)) }
        ring += ring.prefix(FractionalInterpolator.taps)
        let negative = ring.map { -$0 }
        var (left, right) = ([Float](repeating: 9, count: frames), [Float](repeating: 9, count: frames))
        let segment = BlockPlan.Segment(
            frames: Int32(frames),
            generation: nil,
            position: Int64(position.rounded(.down)),
            fraction: position - position.rounded(.down),
            step: step,
            firstGain: gains.0,
            lastGain: gains.1
        )
        interpolator.read(
            left: ring,
            right: negative,
            mask: Int64(Self.size - 1),
            segment: segment,
            left: &left,
            right: &right
        )
        return (left, right)
    }

    @Test func aConstantStaysConstant() {
        let (left, right) = read({ _ in 0.5 }, position: 100.37, step: 1.000_1, frames: 1_000)
        for value in left { #expect(abs(value - 0.5) < 1e-6) }
        for value in right { #expect(abs(value + 0.5) < 1e-6) }
    }

    @Test func wholePositionsGiveTheSamples() {
        let (left, _) = read({ sin(0.3 * Double($0)) * 0.8 }, position: 200, step: 1, frames: 64)
        for (index, value) in left.enumerated() {
            #expect(abs(Double(value) - sin(0.3 * Double(200 + index)) * 0.8) < 1e-5)
        }
    }

    @Test(arguments: [1_000.0, 10_000, 18_000])
    func sinesAreReadBetweenTheirSamples(hertz: Double) {
        let turn = 2 * Double.pi * hertz / 48_000
        let step = 1.000_2
        let (left, _) = read({ 0.7 * sin(turn * Double($0)) }, position: 100.123, step: step, frames: 3_000)
        for (index, value) in left.enumerated() {
            let wanted = 0.7 * sin(turn * (100.123 + step * Double(index)))
            // -90 dB, the ripple of the passband included.
            #expect(abs(Double(value) - wanted) < 3e-5)
        }
    }

    @Test func itReadsOverTheRingsEnd() {
        // One period of 64 samples divides the ring, so its end is not seen.
        let turn = 2 * Double.pi / 64
        let (left, _) = read({ 0.5 * sin(turn * Double($0)) }, position: 4_000.5, step: 1, frames: 400)
        for (index, value) in left.enumerated() {
            #expect(abs(Double(value) - 0.5 * sin(turn * (4_000.5 + Double(index)))) < 1e-5)
        }
    }

    @Test func gainsRunLinearly() {
        let (left, _) = read({ _ in 1 }, position: 100, step: 1, frames: 240, gains: (0, 1))
        for (index, value) in left.enumerated() { #expect(abs(value - Float(index) / 240) < 1e-5) }
    }

    @Test func nothingLeavesTheRange() {
        // A square wave overshoots between its samples.
        let (left, right) = read({ $0 / 8 % 2 == 0 ? 1 : -1 }, position: 100.5, step: 1.000_3, frames: 2_000)
        for value in left + right { #expect(abs(value) <= 1) }
    }

    @Test func slowDevicesHearNoAliases() {
        // 23 kHz cannot be played at 44.1 kHz.
        let turn = 2 * Double.pi * 23_000 / 48_000
        let (left, _) = read(
            { 0.7 * sin(turn * Double($0)) },
            position: 100,
            step: 48_000 / 44_100,
            frames: 2_000,
            passband: 44_100 / 48_000
        )
        for value in left { #expect(abs(value) < 0.02) }
    }
}
