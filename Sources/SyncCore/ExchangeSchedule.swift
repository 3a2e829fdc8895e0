package import AudioCore

/// When to ask for the time next: fast at first, so that a room is in time within a tenth of a second, then as seldom as
/// the link allows.
package struct ExchangeSchedule: Sendable {
    private var sent = 0
    private var started: Instant<NodeClock>?
    private var seed: UInt64
    private var hurriedUntil = Instant<NodeClock>(nanoseconds: .min)

    /// - Parameter seed: spreads the rooms of a house over time; any value.
    package init(seed: UInt64) { self.seed = seed | 1 }

    /// Starts over: a new coordinator, or a clock that has stepped.
    package mutating func restart() {
        sent = 0
        started = nil
    }

    /// The network was away: ask often for a second.
    package mutating func hurry(at now: Instant<NodeClock>) { hurriedUntil = now + .seconds(1) }

    /// Exchanges a second in the steady state, for a link whose fastest exchanges are `noise` ns better than typical ones:
    /// a wire settles at 4, Wi-Fi at 16.
    package static func steadyRate(noise: Double) -> Double {
        if noise < 30_000 { return 4 }
        if noise < 150_000 { return 8 }
        return 16
    }

    /// - Returns: how long to wait before the next request, one being sent now.
    package mutating func requestSent(at now: Instant<NodeClock>, noise: Double) -> Interval {
        let start = started ?? now
        started = start
        sent += 1
        let age = (now - start).seconds
        if now < hurriedUntil { return .milliseconds(25) }
        // 5 ms apart for the first tenth of a second, then 25, 50 and 100 ms.
        if sent < 16 { return .milliseconds(5) }
        if age < 1 { return .milliseconds(25) }
        if age < 15 { return .milliseconds(noise < 30_000 ? 100 : 40) }
        let period = 1 / Self.steadyRate(noise: noise)
        // Spread by +-20 %, so that rooms and periodic disturbances do not fall into step.
        return .seconds(period * (0.8 + 0.4 * uniform()))
    }

    /// xorshift64 (Marsaglia 2003), in [0, 1).
    private mutating func uniform() -> Double {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return Double(seed >> 11) * 0x1p-53
    }
}
