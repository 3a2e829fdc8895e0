package import AudioCore
private import Glibc

/// When the DAC plays which frame: its own crystal, seen through a queue length that is read late but never early.
///
/// A read of the delay says that at least `frames` frames had left by `time` (taken after the read). Preemption makes
/// `time` later, a pointer that moves in steps makes `frames` smaller: both move a point to one side of the true line,
/// so the line through the envelope is the clock. The slope is found as in `ClockEstimator`, with one hull.
package struct DACClock: Sendable {
    /// Nominal frames per second.
    package let rate: SampleRate
    /// How much faster the crystal runs than the node's clock, as a fraction; 0 while unknown.
    package private(set) var rateError = 0.0
    /// Points taken since the device was started.
    package private(set) var observations = 0
    /// How late reads typically are, in ns.
    package private(set) var noise = 0.0
    /// One standard deviation of `time(of:)` now, ns.
    package private(set) var uncertainty = Double.infinity

    /// The steps in which the device tells its position, in frames; 1 is exact, 0 not known yet.
    package private(set) var granularity: Int64 = 0
    /// The position that the device told last.
    package private(set) var lastFrames: Int64 = 0

    private let nominalPeriod: Double
    private var origin: Instant<NodeClock>?
    private var points = EnvelopePoints(capacity: 512)
    private var hull = LowerHull(capacity: 512)
    private var scratch: [Double] = []
    private var density = 0.0
    /// The line: deviation from nominal time in ns = intercept + slope * (frame - reference).
    private var reference = 0.0
    private var intercept = 0.0
    private var slope = 0.0
    /// What an earlier run of the same device taught, as a slope.
    private var priorSlope = 0.0
    private var priorSpread: Double
    private var untilFit = 0
    private var lateReads = 0
    /// How often the DAC, or the clock, has jumped.
    package private(set) var slips = 0

    /// Frames of history: 30 s follow a warming crystal and average the noise of reads.
    private var window: Double { 30 * Double(rate.hertz) }
    private static let slopeLimit = 500e-6
    /// In ns: no read is late by this much thirty times in a row, at more than ten reads a second.
    private static let slip = 500_000.0

    package init(rate: SampleRate) {
        self.rate = rate
        nominalPeriod = 1e9 / Double(rate.hertz)
        priorSpread = 60e-6 * nominalPeriod
        scratch.reserveCapacity(512)
    }

    /// The device was stopped or has lost its place: only what is known of its crystal stays.
    package mutating func restart() {
        if observations > 500 {
            priorSlope = slope
            priorSpread = 5e-6 * nominalPeriod
        }
        origin = nil
        points.removeAll()
        observations = 0
        granularity = 0
        lastFrames = 0
        untilFit = 0
        lateReads = 0
        intercept = 0
        slope = priorSlope
        uncertainty = .infinity
    }

    /// - Parameters:
    ///   - frames: frames that had left the DAC since its start, as the device says.
    ///   - time: read right after it said so.
    package mutating func observe(frames: Int64, at time: Instant<NodeClock>) {
        let origin = self.origin ?? time
        self.origin = origin
        let x = Double(frames)
        let y = Double((time - origin).nanoseconds) - x * nominalPeriod
        if let last = points.xs.last, x <= last {
            // A pointer that has not moved since: this read is only later than the one before.
            return
        }
        if observations > 0 { granularity = Self.commonDivisor(granularity, frames - lastFrames) }
        lastFrames = frames
        if hasSlipped(lateness: y - intercept - slope * (x - reference)) {
            // The crystal is what it was, and the newest points tell where the DAC is now.
            points.drop(before: .infinity, keeping: 1)
            slips += 1
            untilFit = 0
        }
        points.drop(before: x - window, keeping: 8)
        points.add(x: x, y: y, slope: slope)
        observations += 1
        untilFit -= 1
        let surprised = y < intercept + slope * (x - reference)
        if untilFit <= 0 || (surprised && observations < 3_000) {
            fit(at: x)
            // Often at first, when each point matters, then five times a second.
            untilFit = observations < 100 ? 1 : 20
        }
    }

    /// True where the DAC or the clock has jumped: a read was far too early, which no read can be, or many in a row
    /// were so late that it cannot be the reads. What a pointer in steps tells is late by up to a step, for as long as
    /// the thread that reads it is about as fast as the steps.
    private mutating func hasSlipped(lateness: Double) -> Bool {
        let limit = Self.slip + 4 * uncertainty + Double(granularity) * nominalPeriod
        guard observations > 100, abs(lateness) > limit else {
            lateReads = 0
            return false
        }
        lateReads += 1
        guard lateness < 0 || lateReads > 30 else { return false }
        lateReads = 0
        return true
    }

    /// Euclid's.
    private static func commonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    private mutating func fit(at x: Double) {
        hull.rebuild(from: points)
        let hull = self.hull
        density = floorDensity(of: points, slope: slope, intercept: hull.intercept(slope: slope), scratch: &scratch)
        let (count, mean) = points.represented
        density = min(density, count / 100)
        let rho = density
        let limit = Self.slopeLimit * nominalPeriod
        let (priorSlope, priorSpread) = (self.priorSlope, self.priorSpread)
        let posterior = SlopePosterior(range: -limit...limit) { slope in
            let prior = (slope - priorSlope) / priorSpread
            let intercept = hull.intercept(slope: slope)
            return (rho * (intercept + slope * mean) - prior * prior / 2, intercept)
        }
        slope = posterior.slope
        reference = x
        intercept = posterior.value - 1 / rho + posterior.slope * x
        let variance =
            posterior.valueVariance + 2 * x * posterior.covariance + x * x * posterior.slopeVariance + 1 / (rho * rho)
        uncertainty = max(0, variance).squareRoot()
        noise = count / rho
        rateError = -slope / (nominalPeriod + slope)
    }

    /// When frame number `frame` since the start leaves the DAC. Nil before the first observation.
    package func time(of frame: Int64) -> Instant<NodeClock>? {
        guard let origin else { return nil }
        let x = Double(frame)
        let deviation = intercept + slope * (x - reference)
        // The nominal part in integers: a double of nanoseconds would lose its fraction after some months.
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(rate.hertz))
        let part = Double(rest) * nominalPeriod + deviation
        return origin + Interval(nanoseconds: seconds &* 1_000_000_000 &+ Int64(part.rounded()))
    }
}
