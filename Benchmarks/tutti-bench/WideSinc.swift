import Glibc

/// Reads a signal between its samples far better than what is measured with it: 128 taps, Kaiser's window with a stop
/// band 120 dB down.
struct WideSinc {
    /// Samples that must exist before and after a place.
    static let reach = 64
    private static let beta = 12.3  // Kaiser & Schafer 1980, for 120 dB.
    private static let points = 1 << 14

    /// The window from its middle to its edge.
    private let window: [Double]

    init() {
        let full = Self.bessel(Self.beta)
        window = (0...Self.points + 1).map { point in
            let edge = min(1, Double(point) / Double(Self.points))
            return Self.bessel(Self.beta * (1 - edge * edge).squareRoot()) / full
        }
    }

    func value(of signal: [Double], at place: Double) -> Double {
        let whole = place.rounded(.down)
        let fraction = place - whole
        let first = Int(whole) - Self.reach + 1
        guard fraction > 1e-12 else { return signal[Int(whole)] }
        // sin(pi (fraction - k)) has the same size for every tap.
        let sine = sin(Double.pi * fraction) / Double.pi
        var sum = 0.0
        for tap in 0..<(2 * Self.reach) {
            let distance = fraction + Double(Self.reach - 1 - tap)
            let sign = (Self.reach - 1 - tap) & 1 == 0 ? sine : -sine
            let scaled = abs(distance) * Double(Self.points) / Double(Self.reach)
            let point = min(Int(scaled), Self.points)
            let shape = window[point] + (window[point + 1] - window[point]) * (scaled - Double(point))
            sum += signal[first + tap] * sign / distance * shape
        }
        return sum
    }

    /// The modified Bessel function of the first kind and order zero, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, k) = (1.0, 1.0, 1.0)
        while term > sum * 1e-17 {
            term *= (x / (2 * k)) * (x / (2 * k))
            sum += term
            k += 1
        }
        return sum
    }
}
