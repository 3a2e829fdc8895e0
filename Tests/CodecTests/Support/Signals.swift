import Glibc

/// Interleaved stereo: a sine of `frequency` hertz, the right channel a quarter period ahead.
func sine(_ frequency: Double, rate: Double, frames: Int, amplitude: Double = 0.5, from first: Int = 0) -> [Float] {
    (0..<frames).flatMap { frame in
        let phase = 2 * Double.pi * frequency * Double(frame + first) / rate
        return [Float(amplitude * sin(phase)), Float(amplitude * cos(phase))]
    }
}

/// Repeatable music-like stereo at 48 kHz: tones that come and go, and some noise.
func chords(frames: Int, seed: UInt64 = 1) -> [Float] {
    var state = seed
    func random() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33) / Double(1 << 31) - 0.5
    }
    var samples: [Float] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
        let time = Double(frame) / 48_000
        let beat = exp(-4 * (time * 2 - floor(time * 2)))
        let step = Double(Int(time * 2) % 5)
        let tone = sin(2 * .pi * 220 * (1 + step / 4) * time) + 0.5 * sin(2 * .pi * 660 * (1 + step / 4) * time)
        let pad = sin(2 * .pi * 130.8 * time) + 0.3 * sin(2 * .pi * 3_000 * time)
        samples.append(Float(0.2 * beat * tone + 0.1 * pad + 0.02 * random()))
        samples.append(Float(0.15 * beat * tone + 0.12 * pad + 0.02 * random()))
    }
    return samples
}

/// The power of `reference` over that of the difference, in dB.
func signalToNoise(_ reference: some Collection<Float>, _ other: some Collection<Float>) -> Double {
    var signal = 0.0
    var noise = 1e-30
    for (first, second) in zip(reference, other) {
        signal += Double(first) * Double(first)
        noise += Double(first - second) * Double(first - second)
    }
    return 10 * log10(signal / noise)
}

func power(_ samples: some Collection<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
}

/// The frames by which the left channel of `other` lags that of `reference`, by their phases at `frequency`.
func lag(_ frequency: Double, rate: Double, _ reference: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Double {
    func phase(_ samples: ArraySlice<Float>) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, index) in stride(from: samples.startIndex, to: samples.endIndex, by: 2).enumerated() {
            let angle = 2 * Double.pi * frequency * Double(frame) / rate
            real += Double(samples[index]) * cos(angle)
            imaginary -= Double(samples[index]) * sin(angle)
        }
        return atan2(imaginary, real)
    }
    let difference = remainder(phase(reference) - phase(other), 2 * Double.pi)
    return difference / (2 * Double.pi * frequency) * rate
}
