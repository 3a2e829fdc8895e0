import AudioCore
import SyncCore

/// The engine's side of the clock channel: the estimator, when to ask next, and what an answer tells beyond the time.
struct ClockState {
    /// What has changed with an answer.
    struct News: Hashable, Sendable {
        /// The mapping is another one.
        var isUpdated = false
        /// The clocks have stepped against each other: what was known is not so any more.
        var hasStepped = false
        /// For so long there had been no answer: the network was away.
        var outage: Interval?
        /// Several answers in a row have named another timeline than the one at hand.
        var missesTimeline = false
    }

    private(set) var estimator = ClockEstimator()
    private var schedule: ExchangeSchedule
    private(set) var nextRequest = Instant<NodeClock>(nanoseconds: 0)
    private(set) var interval = Interval.milliseconds(5)
    /// It is known well enough to play by.
    private(set) var isKnown = false
    /// Answers in a row that named another timeline than ours.
    private var suspicions = 0
    private var lastAnswer: Instant<NodeClock>?

    /// Without answers for so long, the network was away.
    private static let outage = Interval.milliseconds(900)

    /// - Parameter seed: spreads the rooms of a house over time.
    init(seed: UInt64) { schedule = ExchangeSchedule(seed: seed) }

    var mapping: ClockMapping? { estimator.mapping }

    /// Since the last answer; nil before the first.
    func silence(at now: Instant<NodeClock>) -> Interval? { lastAnswer.map { now - $0 } }

    mutating func requestSent(at now: Instant<NodeClock>) {
        interval = schedule.requestSent(at: now, noise: estimator.noise)
        nextRequest = now + interval
    }

    /// - Parameter revision: of the timeline at hand.
    mutating func take(_ answer: ClockAnswer, revision: UInt64, at now: Instant<NodeClock>) -> News {
        var news = News()
        if let lastAnswer, now - lastAnswer > Self.outage {
            news.outage = now - lastAnswer
            schedule.hurry(at: now)
        }
        lastAnswer = now
        if let exchange = answer.exchange {
            switch estimator.add(exchange) {
            case .collecting, .noted, .ignored: break
            case .suspect: nextRequest = now + .milliseconds(5)
            case .updated: news.isUpdated = true
            case .stepped:
                news.hasStepped = true
                startOver()
            }
        }
        let isOurs = answer.timelineRevision == 0 || answer.timelineRevision == UInt32(truncatingIfNeeded: revision)
        suspicions = isOurs ? 0 : suspicions + 1
        // A newer timeline has normally overtaken this answer; if it has not, it has to be asked for.
        news.missesTimeline = suspicions == 3
        return news
    }

    /// - Returns: whether it has become known now. A first guess that is far off would be heard as a jump soon after;
    ///   but a bad network must not mean silence.
    mutating func settle() -> Bool {
        guard !isKnown, mapping != nil, estimator.uncertainty < .microseconds(200) || estimator.exchanges > 100 else {
            return false
        }
        isKnown = true
        return true
    }

    /// By another socket.
    mutating func askAtOnce() { nextRequest = Instant(nanoseconds: 0) }

    /// Nothing tells what the time is now: the machine has slept.
    mutating func forget() {
        estimator.reset()
        startOver()
    }

    private mutating func startOver() {
        schedule.restart()
        nextRequest = Instant(nanoseconds: 0)
        isKnown = false
    }

    /// What the network takes in a typical bad case, one way: half the fastest round trip and five times the typical
    /// delay on top (99.3 % of exponential delays), at most half a second.
    var networkTail: Interval {
        guard estimator.mapping != nil else { return .milliseconds(10) }
        let fastest = Double(estimator.minimumRoundTrip.nanoseconds) / 2
        return min(.milliseconds(500), .seconds((fastest + 5 * estimator.noise) * 1e-9))
    }
}
