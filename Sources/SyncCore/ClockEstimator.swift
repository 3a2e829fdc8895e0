package import AudioCore
private import Glibc

/// Estimates the coordinator's clock from round trips: the widest corridor between what was sent and what came back.
///
/// With offset line theta(t) = a + b t and smallest one-way delay d, each request says theta + d + noise and each reply
/// theta - d - noise, noise >= 0. For exponential noise the likelihood depends on the two convex hulls only, and the
/// posterior mean of the line is found by a quadrature over the one unknown that is left, the slope. The derivation is
/// in Documentation/timeline-and-sync.md.
package struct ClockEstimator: Sendable {
    package enum Update: Hashable, Sendable {
        /// Too little is known for a mapping.
        case collecting
        /// Kept for the next estimate, which is due soon.
        case noted
        case updated
        /// The clocks have jumped against each other: everything before this exchange was forgotten.
        case stepped
        /// The exchange contradicts the others, so it was left out: three in a row are a step. Worth asking again at
        /// once.
        case suspect
        /// No exchange can be like this.
        case ignored
    }

    package internal(set) var mapping: ClockMapping?
    /// One standard deviation of the mapping at its own time.
    package internal(set) var uncertainty = Interval(nanoseconds: .max)
    /// The smallest round-trip delay in the window.
    package private(set) var minimumRoundTrip = Interval(nanoseconds: .max)
    /// How much longer than the fastest exchanges typically take, one way: what a wait for luck costs, in ns.
    package internal(set) var noise = 0.0
    package private(set) var exchanges = 0
    package private(set) var steps = 0

    private var origin: ClockExchange?
    var forward = EnvelopePoints(capacity: 512)
    var backward = EnvelopePoints(capacity: 512)
    var forwardFloor = SoftFloor(capacity: 512)
    var backwardFloor = SoftFloor(capacity: 512)
    var scratch: [Double] = []
    var forwardDensity = 0.0
    var backwardDensity = 0.0
    /// One standard deviation of the mapping's drift.
    var slopeDeviation = 0.0
    /// The smallest delays of both directions together, in ns.
    var corridor = 0.0
    private var suspects = 0
    private var roundTrips = EnvelopePoints(capacity: 256)

    package init() {}

    /// Forgets everything but the count of steps, as for another coordinator.
    package mutating func reset() {
        let steps = self.steps
        self = ClockEstimator()
        self.steps = steps
    }

    /// How long exchanges are kept. Longer averages more noise and follows a wandering crystal less: 36 s on one
    /// machine, 65 s on a wire, 160 s on a very bad link. Found with `tutti-bench clock`, crystals that wander and such
    /// that do not.
    package var window: Interval { .seconds(min(180, max(36, 36 * pow(max(noise, 1) / 5_000, 0.23)))) }

    /// One standard deviation of the mapping at a later time: it grows with what is not known of the drift and with
    /// what crystals wander, 1 ppm in ten minutes.
    package func uncertainty(at now: Instant<NodeClock>) -> Interval {
        guard let mapping else { return uncertainty }
        let age = max(0, Double((now - mapping.node).nanoseconds))
        let grown = Double(uncertainty.nanoseconds) + age * (slopeDeviation + age * Self.wander / 2)
        return Interval(nanoseconds: Int64(min(grown, 1e18)))
    }

    /// Change of drift, per ns.
    private static let wander = 1e-6 / 600e9

    package mutating func add(_ exchange: ClockExchange) -> Update {
        guard exchange.isPlausible else { return .ignored }
        guard let origin else {
            start(at: exchange)
            return .collecting
        }
        if contradicts(exchange, origin) {
            suspects += 1
            guard suspects >= 3 else { return .suspect }
            steps += 1
            reset()
            start(at: exchange)
            return .stepped
        }
        suspects = 0
        insert(exchange, origin)
        exchanges += 1
        guard exchanges >= 4 else { return .collecting }
        // Later one exchange more or less does not matter, and a fit costs more than an exchange.
        if let mapping, exchange.returned - mapping.node < pauseBetweenFits { return .noted }
        fit(now: exchange.returned, origin)
        return .updated
    }

    private var pauseBetweenFits: Interval {
        switch exchanges {
        case ...40: .zero
        case ...100: .milliseconds(100)
        case ...500: .milliseconds(400)
        default: .milliseconds(800)
        }
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

    /// True if no delay explains the exchange: its midpoint is off by more than half its excess over the smallest
    /// delays. These are the corridor's width: the fastest round trip is longer, as luck in both directions at once is
    /// rare.
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
}
