import AudioCore
import SyncCore

/// The engine's side of the clock channel: estimator, schedule, and the nonces that are under way.
struct ClockState {
    var estimator = ClockEstimator()
    var schedule: ExchangeSchedule
    var nextRequest = Instant<NodeClock>(nanoseconds: 0)
    /// Replies in a row that named another timeline than ours.
    var suspicions = 0
    private(set) var interval = Interval.milliseconds(5)
    /// The last 64; a reply to an older one is ignored, as is a second reply to the same one.
    private var nonces = [UInt64](repeating: 0, count: 64)
    private var nextNonce = 0
    private var generator = SystemRandomNumberGenerator()

    init() { schedule = ExchangeSchedule(seed: generator.next()) }

    mutating func makeNonce() -> UInt64 {
        let nonce = max(1, generator.next() as UInt64)
        nonces[nextNonce] = nonce
        nextNonce = (nextNonce + 1) % nonces.count
        return nonce
    }

    /// Whether `nonce` is under way; it is not any more afterwards.
    mutating func take(_ nonce: UInt64) -> Bool {
        guard nonce != 0, let index = nonces.firstIndex(of: nonce) else { return false }
        nonces[index] = 0
        return true
    }

    mutating func scheduleNext(after now: Instant<NodeClock>) {
        interval = schedule.requestSent(at: now, noise: estimator.noise)
        nextRequest = now + interval
    }

    /// What the network takes in a typical bad case, one way: half the fastest round trip and five times the typical delay on
    /// top (99.3 % of exponential delays), at most half a second.
    var networkTail: Interval {
        guard estimator.mapping != nil else { return .milliseconds(10) }
        let fastest = Double(estimator.minimumRoundTrip.nanoseconds) / 2
        return min(.milliseconds(500), .seconds((fastest + 5 * estimator.noise) * 1e-9))
    }
}
