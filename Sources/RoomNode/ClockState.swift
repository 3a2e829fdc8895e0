import AudioCore
import SyncCore

/// The engine's side of the clock channel: the estimator and when to ask next.
struct ClockState {
    var estimator = ClockEstimator()
    var schedule: ExchangeSchedule
    var nextRequest = Instant<NodeClock>(nanoseconds: 0)
    /// Replies in a row that named another timeline than ours.
    var suspicions = 0
    private(set) var interval = Interval.milliseconds(5)

    init() {
        var generator = SystemRandomNumberGenerator()
        schedule = ExchangeSchedule(seed: generator.next())
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
