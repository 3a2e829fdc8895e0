package import AudioCore

/// How far ahead a zone publishes: as far as it was told, and further while a room's network is worse than that allows.
///
/// It rises at once and comes down slowly, so that a network that is bad every few minutes does not find it low again.
package struct AdaptiveLead: Sendable {
    /// What the operator chose.
    package let base: Interval
    /// The most that is added to it: packets are kept for so long.
    package static let maximumExtra = Interval.milliseconds(3_000)
    /// 20 ms each second: three minutes from the top.
    private static let fallPerSecond = 20_000_000.0

    package private(set) var value: Interval
    private var updated: Instant<CoordinatorClock>?

    package init(base: Interval) {
        self.base = base
        value = base
    }

    /// - Parameter tail: how much later than the fastest the packets of the worst room arrive, 99th percentile.
    /// - Returns: whether the lead has changed.
    package mutating func update(tail: Interval, at now: Instant<CoordinatorClock>) -> Bool {
        let elapsed = updated.map { max(0, (now - $0).seconds) } ?? 0
        updated = now
        // Twice the tail, and half a second to fetch what was lost in it. Beyond that nothing is gained.
        let bounded = min(max(tail.nanoseconds, 0), Self.maximumExtra.nanoseconds)
        let needed = Interval(nanoseconds: 2 * bounded) + .milliseconds(500)
        let wanted = min(max(base, needed), base + Self.maximumExtra)
        let before = value
        if wanted > value {
            value = wanted
        } else {
            value = max(wanted, value - Interval(nanoseconds: Int64(elapsed * Self.fallPerSecond)))
        }
        return value != before
    }
}
