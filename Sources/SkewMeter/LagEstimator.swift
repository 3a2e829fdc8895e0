import Glibc

/// How far one signal lags behind another, and how alike they are then.
struct Lag: Equatable {
    /// In frames, with their fraction; positive: the second is late.
    var frames: Double
    /// The normalized correlation at that lag: 1 is the same sound, 0 another one.
    var similarity: Double
    /// Whether the best lag is the last one that was looked at: the true one may lie beyond.
    var isAtTheEdge: Bool
}

/// The lag between two equally long stretches of sound on the same grid, far below a frame.
///
/// The peak of the cross-correlation gives whole frames; what remains is the slope of the cross-spectrum's phase over
/// frequency, weighted by the spectrum's magnitude (a least-squares line through the origin).
struct LagEstimator {
    let count: Int
    private let hertz: Double
    private let transform: FourierTransform
    private let window: [Double]

    /// Whole lags are found up to this far: the stretches have next to the same ends then.
    private static let reach = 24
    /// The band whose phase is looked at: below it a phase says little about time, above it there is little music.
    private static let band = 200.0...8000.0
    /// Phases farther from the line than this are not on it.
    private static let greatestPhase = 2.0

    /// - Parameters:
    ///   - count: frames of a stretch.
    ///   - hertz: their nominal rate.
    init(count: Int, hertz: Double) {
        var size = 2
        while size < count + Self.reach { size *= 2 }
        self.count = count
        self.hertz = hertz
        self.transform = FourierTransform(size: size)
        self.window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(count)) }
    }

    func lag(of second: [Double], behind first: [Double]) -> Lag {
        let first = self.tapered(first)
        let second = self.tapered(second)
        let energy = (first.energy * second.energy).squareRoot()
        guard energy > 0 else { return Lag(frames: 0, similarity: 0, isAtTheEdge: true) }
        let spectrum = CrossSpectrum(of: first, and: second, by: self.transform)
        let correlation = spectrum.correlation(by: self.transform)
        var best = 0
        var bestValue = -Double.infinity
        for lag in -Self.reach...Self.reach {
            let value = correlation(lag)
            if value > bestValue { (best, bestValue) = (lag, value) }
        }
        var frames = Double(best)
        for _ in 0..<2 { frames += self.remainder(of: spectrum, after: frames) }
        return Lag(
            frames: frames,
            similarity: spectrum.correlation(at: frames) / energy,
            isAtTheEdge: best.magnitude == Self.reach
        )
    }

    private func tapered(_ samples: [Double]) -> [Double] {
        let mean = samples.reduce(0, +) / Double(max(1, samples.count))
        return zip(samples, self.window).map { ($0 - mean) * $1 }
    }

    /// The lag in frames that the phases still show when `frames` are taken away.
    private func remainder(of spectrum: CrossSpectrum, after frames: Double) -> Double {
        let size = Double(self.transform.size)
        let highest = min(Self.band.upperBound, self.hertz * 0.4)
        let lowest = min(Self.band.lowerBound, highest / 40)
        let bins = Int(lowest / self.hertz * size) + 1...Int(highest / self.hertz * size)
        var slope = 0.0
        var weights = 0.0
        for bin in bins {
            let angle = 2 * .pi * Double(bin) / size
            let real = spectrum.real[bin]
            let imaginary = spectrum.imaginary[bin]
            let turn = angle * frames
            let turnCosine = cos(turn)
            let turnSine = sin(turn)
            let phase = atan2(
                imaginary * turnCosine + real * turnSine,
                real * turnCosine - imaginary * turnSine
            )
            guard phase.magnitude < Self.greatestPhase else { continue }
            let weight = (real * real + imaginary * imaginary).squareRoot()
            slope += weight * angle * phase
            weights += weight * angle * angle
        }
        return weights > 0 ? -slope / weights : 0
    }
}

/// The spectrum of a second signal times the conjugate of a first one's.
struct CrossSpectrum {
    var real: [Double]
    var imaginary: [Double]

    /// Of two real signals, each no longer than the transform. One transform serves both: the first is its real part,
    /// the second its imaginary part.
    init(of first: [Double], and second: [Double], by transform: FourierTransform) {
        let size = transform.size
        var real = first + [Double](repeating: 0, count: size - first.count)
        var imaginary = second + [Double](repeating: 0, count: size - second.count)
        transform.transform(real: &real, imaginary: &imaginary)
        self.real = [Double](repeating: 0, count: size)
        self.imaginary = [Double](repeating: 0, count: size)
        for bin in 0...size / 2 {
            let mirror = (size - bin) % size
            let firstReal = (real[bin] + real[mirror]) / 2
            let firstImaginary = (imaginary[bin] - imaginary[mirror]) / 2
            let secondReal = (imaginary[bin] + imaginary[mirror]) / 2
            let secondImaginary = (real[mirror] - real[bin]) / 2
            self.real[bin] = secondReal * firstReal + secondImaginary * firstImaginary
            self.imaginary[bin] = secondImaginary * firstReal - secondReal * firstImaginary
            self.real[mirror] = self.real[bin]
            self.imaginary[mirror] = -self.imaginary[bin]
        }
    }

    /// The correlation at one lag, which may have a fraction.
    func correlation(at lag: Double) -> Double {
        let real = self.real
        let imaginary = self.imaginary
        let turn = 2 * .pi * lag / Double(real.count)
        var sum = real[0]
        for bin in 1..<real.count / 2 {
            let angle = Double(bin) * turn
            sum += 2 * (real[bin] * cos(angle) - imaginary[bin] * sin(angle))
        }
        return sum / Double(real.count)
    }

    /// The correlation as a function of the second signal's lag in whole frames.
    func correlation(by transform: FourierTransform) -> (Int) -> Double {
        var real = self.real
        var imaginary = self.imaginary
        transform.inverse(real: &real, imaginary: &imaginary)
        let size = transform.size
        return { lag in real[(lag + size) % size] / Double(size) }
    }
}

extension [Double] {
    var energy: Double { self.reduce(0) { $0 + $1 * $1 } }
    /// The root of the mean square.
    var level: Double { self.isEmpty ? 0 : (self.energy / Double(self.count)).squareRoot() }
}
