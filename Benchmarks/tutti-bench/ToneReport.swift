import Glibc
import SkewMeter

/// Compares a recorded tone with what was sent, window by window.
struct ToneReport: CustomStringConvertible {
    /// Shorter than what a rate controller does to a crystal's wander, long enough for a fit of three numbers to take
    /// no noise.
    private static let windowSeconds = 0.2
    /// After the tone's onset; what starts has ramps.
    private static let settleSeconds = 1.0

    private let segment: Segment
    private let hertz: Double
    private var windows: [ToneWindow] = []
    private var frames = 0

    init(sent: [Double], recording: Recording, hertz: Double) throws(ToneError) {
        guard let segment = recording.segments.max(by: { $0.frameCount < $1.frameCount }) else {
            throw ToneError("nothing has left the card")
        }
        self.segment = segment
        self.hertz = hertz
        let heard = recording.mono(0..<segment.frameCount, of: segment)
        frames = Int(Self.windowSeconds * Double(segment.rate))
        guard let from = Self.onset(of: sent), let to = Self.onset(of: heard) else {
            throw ToneError("no tone begins in the packets, or in the recording")
        }
        // The room plays at the card's rate what was sent at 48 kHz.
        var fit = ToneFit(place: from, step: 48_000 / Double(segment.rate))
        fit.advance(frames: Double(Int(to) + frames / 2) - to)
        var first = Int(to)
        let sinc = WideSinc()
        while first + frames < heard.count, fit.place + fit.step * Double(frames) < Double(sent.count - 200) {
            let isSettled = Double(first) - to > Self.settleSeconds * Double(segment.rate)
            let window = fit.refine(sent: sent, heard: heard, first: first, frames: frames, sinc)
            if isSettled { windows.append(window.measured(sent, heard, first, frames, sinc, turn: turn)) }
            fit.advance(frames: Double(frames))
            first += frames
        }
        guard windows.count >= 10 else { throw ToneError("the tone lasted less than 3 s; listen longer") }
        // The last one may have the tone's end, or the sound that had not left the card yet.
        windows.removeLast(2)
    }

    /// Radians of the tone in a frame that was sent.
    private var turn: Double { 2 * Double.pi * hertz / 48_000 }

    /// Where a signal first reaches a quarter of its greatest value.
    private static func onset(of signal: [Double]) -> Double? {
        let level = signal.reduce(0) { max($0, abs($1)) } / 4
        guard level > 1e-3, let after = signal.firstIndex(where: { abs($0) > level }), after > 0 else { return nil }
        let (low, high) = (abs(signal[after - 1]), abs(signal[after]))
        return Double(after - 1) + (level - low) / (high - low)
    }

    var description: String {
        let signal = sum(\.signal)
        let snr = Self.decibels(signal / sum(\.rest))
        let worst = windows.map { Self.decibels($0.signal / $0.rest) }.min() ?? 0
        let level = Self.decibels(2 * signal / Double(windows.count * frames))
        let places = line(windows.map(\.place))
        let rate = Double(segment.rate) / 48_000
        let crystal = (places.slope / Double(frames) * rate - 1) * 1e6
        let steps = windows.map { abs(($0.step * rate - 1) * 1e6 - crystal) }.max() ?? 0
        let seconds = Double(windows.count) * Self.windowSeconds
        return """
            \(Int(hertz)) Hz at \(Table.number(level)) dB, \(Table.number(seconds)) s, \(segment.format.rawValue) at \
            \(segment.rate) Hz, in windows of 200 ms:
            against the decoded packets   SNR \(Table.number(snr)) dB, worst window \(Table.number(worst)) dB; \
            THD \(Table.number(Self.decibels(sum(\.harmonics) / signal))) dB (2nd to 9th)
            THD+N, coding included        \(Table.number(Self.decibels(sum(\.heardRest) / signal))) dB recorded, \
            \(Table.number(Self.decibels(sum(\.sentRest) / signal))) dB in the packets themselves
            rate                          \(Self.hundredths(crystal)) ppm, windows within \(Self.hundredths(steps)) ppm; \
            off a straight line by \(Self.hundredths(places.rms / 48_000 * 1e6)) us rms
            """
    }

    private func sum(_ part: KeyPath<ToneWindow, Double>) -> Double { windows.reduce(0) { $0 + $1[keyPath: part] } }

    private static func decibels(_ ratio: Double) -> Double { 10 * log10(max(ratio, 1e-30)) }

    private static func hundredths(_ value: Double) -> String { String((value * 100).rounded() / 100) }

    /// The straight line through values one after another, and how far they are off it.
    private func line(_ values: [Double]) -> (slope: Double, rms: Double) {
        let middle = Double(values.count - 1) / 2
        let mean = values.reduce(0, +) / Double(values.count)
        var (xy, xx) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            xy += (Double(index) - middle) * (value - mean)
            xx += (Double(index) - middle) * (Double(index) - middle)
        }
        let slope = xy / xx
        let squares = values.enumerated().reduce(0.0) { sum, item in
            let off = item.element - mean - slope * (Double(item.offset) - middle)
            return sum + off * off
        }
        return (slope, (squares / Double(values.count)).squareRoot())
    }
}
