import Glibc

/// Samples a signal between its frames: a Kaiser-windowed sinc, from a table of fractions of a frame.
///
/// 32 frames wide with beta = 9, so that the stop band is 90 dB down and the pass band reaches about 0.8 of Nyquist,
/// far above the band that the meter looks at; 512 fractions with straight lines between them are exact to -106 dB.
struct Interpolator {
    /// How much slower than the signal the output is sampled, at least 1: what lies above its Nyquist rate is filtered.
    let slowness: Double
    /// Frames that are looked at before and after a position.
    let reach: Int
    private let table: [Double]

    private static let fractions = 512
    private static let zeroCrossings = 16
    private static let beta = 9.0

    init(slowness: Double) {
        self.slowness = max(1, slowness)
        self.reach = Int((Double(Self.zeroCrossings) * self.slowness).rounded(.up))
        let width = 2 * self.reach
        var table = [Double](repeating: 0, count: (Self.fractions + 1) * width)
        for fraction in 0...Self.fractions {
            for tap in 0..<width {
                let distance = Double(tap - self.reach + 1) - Double(fraction) / Double(Self.fractions)
                table[fraction * width + tap] = Self.kernel(distance / self.slowness) / self.slowness
            }
        }
        self.table = table
    }

    /// Samples at `position + n * step` for n in 0..<count, of a signal whose element 0 is frame 0. The signal must
    /// reach `reach` frames beyond both ends.
    func samples(of signal: [Double], from position: Double, step: Double, count: Int) -> [Double] {
        let width = 2 * self.reach
        let table = self.table
        var result: [Double] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            let place = position + Double(index) * step
            let whole = place.rounded(.down)
            let phase = (place - whole) * Double(Self.fractions)
            let row = Int(phase)
            let first = Int(whole) - self.reach + 1
            var below = 0.0
            var above = 0.0
            var tap = row * width
            var frame = first
            while frame < first + width {
                let value = signal[frame]
                below += value * table[tap]
                above += value * table[tap + width]
                tap += 1
                frame += 1
            }
            result.append(below + (above - below) * (phase - Double(row)))
        }
        return result
    }

    /// Kaiser's window on a sinc whose zero crossings are 1 apart.
    private static func kernel(_ distance: Double) -> Double {
        let edge = distance / Double(Self.zeroCrossings)
        guard edge.magnitude < 1 else { return 0 }
        let window = Self.bessel(Self.beta * (1 - edge * edge).squareRoot()) / Self.bessel(Self.beta)
        return distance == 0 ? window : sin(.pi * distance) / (.pi * distance) * window
    }

    /// The modified Bessel function of the first kind and order 0, by its power series.
    private static func bessel(_ argument: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        var order = 1.0
        while term > sum * 1e-16 {
            term *= (argument / 2 / order) * (argument / 2 / order)
            sum += term
            order += 1
        }
        return sum
    }
}
