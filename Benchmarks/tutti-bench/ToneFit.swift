import Glibc

/// Which place of the sent signal the middle of a window plays, how many sent frames a recorded one takes, and the
/// gain.
struct ToneFit {
    var place: Double
    var step: Double
    var gain = 1.0

    init(place: Double, step: Double) {
        self.place = place
        self.step = step
    }

    mutating func advance(frames: Double) { place += step * frames }

    /// Finds the three numbers by least squares (Gauss-Newton), on every fifth frame.
    mutating func refine(sent: [Double], heard: [Double], first: Int, frames: Int, _ sinc: WideSinc) -> ToneFit {
        for _ in 0..<4 {
            var normal = [[Double]](repeating: [0, 0, 0, 0], count: 3)
            for frame in stride(from: 0, to: frames, by: 5) {
                let distance = Double(frame) - Double(frames) / 2
                let at = place + step * distance
                let value = sinc.value(of: sent, at: at)
                let slope = (sinc.value(of: sent, at: at + 0.05) - sinc.value(of: sent, at: at - 0.05)) / 0.1
                let row = [gain * slope, gain * slope * distance / Double(frames), value]
                let rest = heard[first + frame] - gain * value
                for i in 0..<3 {
                    for j in 0..<3 { normal[i][j] += row[i] * row[j] }
                    normal[i][3] += row[i] * rest
                }
            }
            let change = Self.solve(normal)
            place += change[0]
            step += change[1] / Double(frames)
            gain += change[2]
        }
        return self
    }

    /// Three equations, the right sides last in each, by Gauss' elimination.
    private static func solve(_ equations: [[Double]]) -> [Double] {
        var rows = equations
        for pivot in 0..<3 {
            guard abs(rows[pivot][pivot]) > 1e-30 else { return [0, 0, 0] }
            for row in 0..<3 where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot..<4 { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        return (0..<3).map { rows[$0][3] / rows[$0][$0] }
    }

    /// What is left beside the fit.
    /// - Parameter turn: radians of the tone in a frame that was sent.
    func measured(
        _ sent: [Double],
        _ heard: [Double],
        _ first: Int,
        _ frames: Int,
        _ sinc: WideSinc,
        turn: Double
    ) -> ToneWindow {
        var window = ToneWindow(place: place, step: step)
        let places = (0..<frames).map { place + step * (Double($0) - Double(frames) / 2) }
        let wanted = places.map { gain * sinc.value(of: sent, at: $0) }
        let actual = Array(heard[first..<first + frames])
        let rest = zip(actual, wanted).map { $0 - $1 }
        window.signal = Self.power(wanted)
        window.rest = Self.power(rest)
        let angles = places.map { $0 * turn }
        for harmonic in 2...9 where Double(harmonic) * turn < 0.95 * Double.pi {
            window.harmonics += Self.power(rest) - Self.beside(rest, angles.map { $0 * Double(harmonic) })
        }
        window.heardRest = Self.beside(actual, angles)
        window.sentRest = Self.beside(wanted, angles)
        return window
    }

    private static func power(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

    /// The power of what is no sine of these angles, its amplitude and phase fitted.
    private static func beside(_ values: [Double], _ angles: [Double]) -> Double {
        let fit = SineFit(values, angles: angles)
        return power(zip(values, angles).map { $0 - fit.value(at: $1) })
    }
}

/// Powers are sums of squares over the window's frames.
struct ToneWindow {
    /// As in `ToneFit`.
    var place: Double
    var step: Double
    /// What was sent, at the recorded level.
    var signal = 0.0
    /// What was recorded beside it.
    var rest = 0.0
    /// Of `rest`, at multiples of the tone's frequency.
    var harmonics = 0.0
    /// What is no tone in the recording, and in what was sent.
    var heardRest = 0.0
    var sentRest = 0.0

    init(place: Double, step: Double) {
        self.place = place
        self.step = step
    }
}
