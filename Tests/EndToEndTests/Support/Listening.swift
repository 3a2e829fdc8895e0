import Foundation
import SkewMeter
import Testing

extension Recording {
    /// When something could be heard within a stretch of true time. Pauses below `gap` seconds do not count.
    func soundings(from start: Int64, to end: Int64 = .max, gap: Double = 0.02) -> [Sounding] {
        soundings(gapNS: TrueTime.seconds(gap)).filter { $0.endNS >= start && $0.startNS <= end }
    }

    /// Whether there is sound all the time between two instants.
    func soundsThroughout(from start: Int64, to end: Int64, gap: Double = 0.02) -> Bool {
        soundings(from: start, to: end, gap: gap).contains { $0.startNS <= start && $0.endNS >= end }
    }

    /// Whether nothing could be heard between two instants, by the measure of `soundings`.
    func isSilent(from start: Int64, to end: Int64) -> Bool {
        segments.allSatisfy { segment in
            guard segment.startNS < end, segment.endNS > start else { return true }
            let first = Int(segment.frame(at: max(start, segment.startNS)))
            let last = Int(segment.frame(at: min(end, segment.endNS)))
            return mono(first..<max(first, last), of: segment).allSatisfy { $0.magnitude <= 1e-4 }
        }
    }

    /// The root of the mean square of all channels' mean, in a stretch of true time without a break.
    func level(at time: Int64, seconds: Double) -> Double {
        guard let segment = segment(at: time) else { return 0 }
        let first = Int(segment.frame(at: time))
        let values = mono(first..<first + Int(seconds * segment.hertz), of: segment)
        return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    /// By how much a stretch of true time, given by its middle, is at its worst no sine of that frequency: what remains
    /// of x(n+1) - 2 cos(w) x(n) + x(n-1), which is 0 for a sine.
    func roughness(of frequency: Double, at middle: Double, seconds: Double) -> Double {
        guard let segment = segment(at: TrueTime.seconds(middle)) else { return .infinity }
        let first = Int(segment.frame(at: TrueTime.seconds(middle - seconds / 2)))
        let values = mono(first..<first + Int(seconds * segment.hertz), of: segment)
        let factor = 2 * cos(2 * .pi * frequency / segment.hertz)
        let remainders = zip(values, zip(values.dropFirst(), values.dropFirst(2))).map { before, pair in
            abs(before - factor * pair.0 + pair.1)
        }
        return remainders.max() ?? .infinity
    }

    /// The phase of a sine of that frequency against the true time axis, in periods, measured over 20 periods.
    func phase(of frequency: Double, at start: Double) -> Double {
        guard let segment = segment(at: TrueTime.seconds(start)) else { return .nan }
        let first = Int(segment.frame(at: TrueTime.seconds(start)))
        let time = Double(segment.time(ofFrame: Double(first))) * 1e-9
        let values = mono(first..<first + Int((20 / frequency * segment.hertz).rounded()), of: segment)
        var (real, imaginary) = (0.0, 0.0)
        for (frame, value) in values.enumerated() {
            let angle = 2 * .pi * frequency * Double(frame) / segment.hertz
            real += value * cos(angle)
            imaginary += value * sin(angle)
        }
        return time * frequency - atan2(-imaginary, real) / (2 * .pi)
    }
}

/// How far apart two rooms were between two instants of true time.
func skew(
    _ first: Recording,
    _ second: Recording,
    from start: Int64,
    to end: Int64,
    window: Double = 0.2,
    step: Double = 0.25
) throws -> Skew {
    guard let one = first.span, let other = second.span else {
        throw HouseError("\(first.name) or \(second.name) has no sound")
    }
    var meter = SkewMeter()
    meter.options.window = window
    meter.options.step = step
    meter.options.skip = Double(start - max(one.lowerBound, other.lowerBound)) * 1e-9
    meter.options.tail = max(0, Double(min(one.upperBound, other.upperBound) - end) * 1e-9)
    guard meter.options.skip >= 0 else { throw HouseError("\(first.name) or \(second.name) began too late") }
    return try meter.compare(first, with: second)
}

/// Both sounded the same all the time between two instants, together to the bound.
func expectTogether(
    _ first: Recording,
    _ second: Recording,
    from start: Int64,
    to end: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let skew = try skew(first, second, from: start, to: end)
    let others = "\(skew.silent) silent, \(skew.alone) alone, \(skew.unmatched) unmatched of \(skew.windows.count)"
    let pair = "\(first.name) and \(second.name)"
    #expect(skew.silent + skew.alone + skew.unmatched == 0, "\(pair): \(others)", sourceLocation: sourceLocation)
    let p99 = skew.percentile(0.99) ?? .infinity
    #expect(p99 < EndToEndTests.syncBoundUS, "\(pair) in microseconds", sourceLocation: sourceLocation)
}
