package import AudioCore

/// When to ask for the time next: fast at first, so that a room is in time within a tenth of a second, then as seldom
/// as the link allows.
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

    /// Below so many ns a few exchanges tell all: one machine, or a wire that nobody else uses.
    private static let quietNoise = 40_000.0
    /// A link whose typical delays exceed its fastest by less than this many ns is a wire.
    private static let wireNoise = 250_000.0

    /// Exchanges a second in the steady state, for a link whose typical exchanges take `noise` ns longer than the
    /// fastest: a wire settles at 4, Wi-Fi at 16.
    package static func steadyRate(noise: Double) -> Double {
        if noise < wireNoise { return 4 }
        if noise < 4 * wireNoise { return 8 }
        return 16
    }

    /// - Returns: how long to wait before the next request, one being sent now.
    package mutating func requestSent(at now: Instant<NodeClock>, noise: Double) -> Interval {
        let start = started ?? now
        started = start
        sent += 1
        let age = (now - start).seconds
        if sent < 16 { return .milliseconds(5) }
        if now < hurriedUntil { return .milliseconds(25) }
        // While the window is short, luck is bought with requests; where packets queue, those less than the jitter
        // apart would wait for each other and tell nothing.
        if age < 10 { return .milliseconds(noise < Self.quietNoise ? 40 : noise < Self.wireNoise ? 20 : 10) }
        if age < 30 { return .milliseconds(noise < Self.quietNoise ? 100 : noise < Self.wireNoise ? 50 : 30) }
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
