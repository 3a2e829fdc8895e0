package import AudioCore
private import Glibc

/// Estimates the coordinator's clock from round trips: the widest corridor between what was sent and what came back.
///
/// With offset line theta(t) = a + b t and smallest one-way delay d, each request says theta + d + noise and each reply
/// theta - d - noise, noise >= 0. For exponential noise the likelihood depends on the two convex hulls only, and the
/// posterior mean of the line is found by a quadrature over the one unknown that is left, the slope. The derivation is in
/// Documentation/timeline-and-sync.md.
package struct ClockEstimator: Sendable {
    package enum Update: Hashable, Sendable {
        /// Too little is known for a mapping.
        case collecting
        /// Kept for the next estimate, which is due soon.
        case noted
        case updated
        /// The clocks have jumped against each other: everything before this exchange was forgotten.
        case stepped
        /// The exchange contradicts the others, so it was left out: three in a row are a step. Worth asking again at once.
        case suspect
        /// No exchange can be like this.
        case ignored
    }

    package private(set) var mapping: ClockMapping?
    /// One standard deviation of the mapping now.
    package private(set) var uncertainty = Interval(nanoseconds: .max)
    /// The smallest round-trip delay in the window.
    package private(set) var minimumRoundTrip = Interval(nanoseconds: .max)
    /// How much longer than the fastest exchanges typically take, one way: what a wait for luck costs, in ns.
    package private(set) var noise = 0.0
    package private(set) var exchanges = 0
    package private(set) var steps = 0

    private var origin: ClockExchange?
    private var forward = EnvelopePoints(capacity: 512)
    private var backward = EnvelopePoints(capacity: 512)
    private var forwardHull = LowerHull(capacity: 512)
    private var backwardHull = LowerHull(capacity: 512)
    private var scratch: [Double] = []
    private var forwardDensity = 0.0
    private var backwardDensity = 0.0
    /// The smallest delays of both directions together, in ns.
    private var corridor = 0.0
    private var suspects = 0
    private var lastSuspect = 0.0
    private var roundTrips = EnvelopePoints(capacity: 256)
    /// Crystals are within 100 ppm of each other, twice that with margin for both ends.
    private static let slopeLimit = 400e-6
    private static let slopePrior = 60e-6

    package init() {}

    /// Forgets everything, as for another coordinator.
    package mutating func reset() {
        let steps = self.steps
        self = ClockEstimator()
        self.steps = steps
    }

    /// How long exchanges are kept. Longer averages more noise and follows a wandering crystal less: 30 s on one machine, 50 s
    /// on a wire, 160 s on a very bad link. Found with `tutti-bench clock`, crystals that wander and such that do not.
    package var window: Interval { .seconds(min(180, max(30, 30 * pow(max(noise, 1) / 5_000, 0.23)))) }

    package mutating func add(_ exchange: ClockExchange) -> Update {
        guard exchange.roundTripDelay.nanoseconds >= 0, exchange.returned >= exchange.sent else { return .ignored }
        guard let origin else {
            start(at: exchange)
            return .collecting
        }
        if contradicts(exchange, origin) {
            suspects += 1
            guard suspects >= 3 else { return .suspect }
            steps += 1
            let steps = self.steps
            reset()
            self.steps = steps
            start(at: exchange)
            return .stepped
        }
        suspects = 0
        insert(exchange, origin)
        exchanges += 1
        guard exchanges >= 4 else { return .collecting }
        // Later one exchange more or less does not matter, and a fit costs more than an exchange.
        if exchanges > 100, let mapping, exchange.returned - mapping.node < .milliseconds(200) { return .noted }
        fit(now: exchange.returned, origin)
        return .updated
    }

    private mutating func start(at exchange: ClockExchange) {
        origin = exchange
        insert(exchange, exchange)
        exchanges = 1
    }

    private mutating func insert(_ exchange: ClockExchange, _ origin: ClockExchange) {
        let slope = mapping?.drift ?? 0
        let sent = Double((exchange.sent - origin.sent).nanoseconds)
        let returned = Double((exchange.returned - origin.sent).nanoseconds)
        // Offsets against the first request's, so that they are small.
        let there = Double((exchange.received - origin.received).nanoseconds) - sent
        let back = Double((exchange.replied - origin.received).nanoseconds) - returned
        let horizon = returned - Double(window.nanoseconds)
        forward.drop(before: horizon, keeping: 8)
        backward.drop(before: horizon, keeping: 8)
        roundTrips.drop(before: horizon, keeping: 8)
        forward.add(x: sent, y: there, slope: slope)
        backward.add(x: returned, y: -back, slope: -slope)
        roundTrips.add(x: returned, y: Double(exchange.roundTripDelay.nanoseconds), slope: 0)
        minimumRoundTrip = Interval(nanoseconds: Int64(roundTrips.ys.min() ?? 0))
    }

    /// True if no delay explains the exchange: its midpoint is off by more than half its excess over the smallest delays.
    /// These are the corridor's width: the fastest round trip is longer, as luck in both directions at once is rare.
    private func contradicts(_ exchange: ClockExchange, _ origin: ClockExchange) -> Bool {
        guard let mapping, exchanges >= 8 else { return false }
        let excess = max(0, Double(exchange.roundTripDelay.nanoseconds) - corridor)
        let there = (exchange.received - mapping.coordinatorTime(at: exchange.sent)).nanoseconds
        let back = (exchange.replied - mapping.coordinatorTime(at: exchange.returned)).nanoseconds
        let error = (Double(there) + Double(back)) / 2
        let age = max(0, Double((exchange.returned - mapping.node).nanoseconds))
        let tolerance = 5 * Double(uncertainty.nanoseconds) + 100_000 + age * 20e-6
        return abs(error) > excess / 2 + tolerance
    }

    private mutating func fit(now: Instant<NodeClock>, _ origin: ClockExchange) {
        forwardHull.rebuild(from: forward)
        backwardHull.rebuild(from: backward)
        let (countForward, meanForward) = forward.represented
        let (countBackward, meanBackward) = backward.represented
        let before = mapping?.drift ?? 0
        updateDensities(slope: before)
        let rho = (forwardDensity, backwardDensity)
        let (forwardHull, backwardHull) = (self.forwardHull, self.backwardHull)
        let posterior = SlopePosterior(range: -Self.slopeLimit...Self.slopeLimit) { slope in
            let upper = forwardHull.intercept(slope: slope) + slope * meanForward
            let lower = backwardHull.intercept(slope: -slope) - slope * meanBackward
            let prior = slope / Self.slopePrior
            return rho.0 * upper + rho.1 * lower - prior * prior / 2
        } value: { slope in
            (forwardHull.intercept(slope: slope) - backwardHull.intercept(slope: -slope)) / 2
        }
        // The envelope of N points lies above the true line by 1 / density on average, on either side.
        let bias = (1 / backwardDensity - 1 / forwardDensity) / 2
        let x = Double((now - origin.sent).nanoseconds)
        let theta = posterior.value + bias + posterior.slope * x
        let edges = (1 / (rho.0 * rho.0) + 1 / (rho.1 * rho.1)) / 4
        let variance =
            posterior.valueVariance + 2 * x * posterior.covariance + x * x * posterior.slopeVariance + edges
        let upper = forwardHull.intercept(slope: posterior.slope) - 1 / rho.0
        let lower = -backwardHull.intercept(slope: -posterior.slope) + 1 / rho.1
        corridor = max(0, min(upper - lower, Double(minimumRoundTrip.nanoseconds)))
        uncertainty = Interval(nanoseconds: Int64(max(0, variance).squareRoot().rounded(.up)))
        let base = (now - origin.sent).nanoseconds
        mapping = ClockMapping(
            node: now,
            coordinator: origin.received + Interval(nanoseconds: base + Int64(theta.rounded())),
            drift: posterior.slope
        )
        noise = (countForward / rho.0 + countBackward / rho.1) / 2
    }

    private mutating func updateDensities(slope: Double) {
        forwardDensity = floorDensity(
            of: forward,
            slope: slope,
            intercept: forwardHull.intercept(slope: slope),
            scratch: &scratch
        )
        backwardDensity = floorDensity(
            of: backward,
            slope: -slope,
            intercept: backwardHull.intercept(slope: -slope),
            scratch: &scratch
        )
        // A density that a handful of lucky points suggests would make the estimate jump after them.
        forwardDensity = min(forwardDensity, forward.represented.count / leastNoise)
        backwardDensity = min(backwardDensity, backward.represented.count / leastNoise)
    }

    /// In ns. The first exchanges may all have been held up together and look alike, so that they tell nothing of the noise:
    /// until there are sixteen, it is taken for a quarter of the fastest round trip.
    private var leastNoise: Double {
        exchanges < 16 ? max(200, Double(minimumRoundTrip.nanoseconds) / 4) : 200
    }
}
