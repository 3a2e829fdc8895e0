import AudioCore
import Glibc

func sine(_ hertz: Double, _ time: Double) -> Float { Float(sin(2 * Double.pi * hertz * time)) }

/// Frames that `frames` frames are to become at a speed.
func expectedFrames(_ frames: Int, rate: Int) -> Int { (frames * 1_000 + rate / 2) / rate }

/// What of a source is read until its end or until `limit` frames: interleaved stereo.
func readAll(_ source: any FrameSource, limit: Int = .max, block: Int = 960) throws -> [Float] {
    var result: [Float] = []
    var buffer = [Float](repeating: 0, count: block * 2)
    while result.count / 2 < limit {
        let wanted = min(block, limit - result.count / 2)
        let count = try buffer.withUnsafeMutableBufferPointer {
            try source.read(into: UnsafeMutableBufferPointer(rebasing: $0[..<(wanted * 2)]))
        }
        if count == 0 { break }
        result += buffer[..<(count * 2)]
    }
    return result
}

extension [Float] {
    var left: [Float] { stride(from: 0, to: count, by: 2).map { self[$0] } }
    var right: [Float] { stride(from: 1, to: count, by: 2).map { self[$0] } }

    /// The frequency of a sine in it at 48 kHz, within 1 % of `guess` and to 0.05 % of it: at the largest correlation.
    func frequency(near guess: Double) -> Double {
        var (best, most) = (0.0, 0.0)
        for step in -20...20 {
            let hertz = guess * (1 + Double(step) * 0.0005)
            let power = power(at: hertz)
            if power > most { (best, most) = (hertz, power) }
        }
        return best
    }

    private func power(at hertz: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        let turn = 2 * Double.pi * hertz / 48_000
        for (index, value) in enumerated() {
            real += Double(value) * cos(turn * Double(index))
            imaginary += Double(value) * sin(turn * Double(index))
        }
        return real * real + imaginary * imaginary
    }
}
