import AudioCore
import SyncCore

/// An estimator of the coordinator's clock, as the comparison drives it.
protocol ClockEstimating {
    init()
    mutating func add(_ exchange: ClockExchange)
    var mapping: ClockMapping? { get }
}

/// The one that rooms use.
struct WidestCorridor: ClockEstimating {
    private var core = ClockEstimator()

    mutating func add(_ exchange: ClockExchange) { _ = core.add(exchange) }

    var mapping: ClockMapping? { core.mapping }
}

/// Exchanges as small numbers: ns since the first, and how much the coordinator's clock leads.
private struct Origin {
    var first: ClockExchange

    func midpoint(_ exchange: ClockExchange) -> (x: Double, offset: Double) {
        let sent = Double((exchange.sent - first.sent).nanoseconds)
        let returned = Double((exchange.returned - first.sent).nanoseconds)
        let there = Double((exchange.received - first.received).nanoseconds) - sent
        let back = Double((exchange.replied - first.received).nanoseconds) - returned
        return ((sent + returned) / 2, (there + back) / 2)
    }

    func mapping(x: Double, offset: Double, drift: Double) -> ClockMapping {
        let elapsed = Interval(nanoseconds: Int64(x.rounded()))
        return ClockMapping(
            node: first.sent + elapsed,
            coordinator: first.received + elapsed + Interval(nanoseconds: Int64(offset.rounded())),
            drift: drift
        )
    }
}

/// The fastest exchange of each 5 s over a minute, and the straight line through them: what NTP's clock filter would do
/// with a line instead of the last one.
struct BestRoundTrip: ClockEstimating {
    private var origin: Origin?
    private var best: [(bucket: Int, delay: Int64, x: Double, offset: Double)] = []
    private(set) var mapping: ClockMapping?

    mutating func add(_ exchange: ClockExchange) {
        let origin = self.origin ?? Origin(first: exchange)
        self.origin = origin
        let (x, offset) = origin.midpoint(exchange)
        let bucket = Int(x / 5e9)
        let delay = exchange.roundTripDelay.nanoseconds
        if let last = best.last, last.bucket == bucket {
            if delay < last.delay { best[best.count - 1] = (bucket, delay, x, offset) }
        } else {
            best.append((bucket, delay, x, offset))
        }
        best.removeAll { $0.bucket < bucket - 12 }
        let count = Double(best.count)
        let meanX = best.reduce(0) { $0 + $1.x } / count
        let meanOffset = best.reduce(0) { $0 + $1.offset } / count
        let spread = best.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        let slope =
            best.count < 2 ? 0 : best.reduce(0) { $0 + ($1.x - meanX) * ($1.offset - meanOffset) } / spread
        mapping = origin.mapping(x: x, offset: meanOffset + slope * (x - meanX), drift: slope)
    }
}

/// Offset and drift as the two states of a Kalman filter; an exchange is believed the less, the longer it took.
struct TwoStateKalman: ClockEstimating {
    private var origin: Origin?
    private var at = 0.0
    private var offset = 0.0
    private var drift = 0.0
    private var covariance = (oo: 1e18, od: 0.0, dd: 1e-8)
    private var fastest: [(x: Double, delay: Double)] = []
    private var usual = 0.0
    private(set) var mapping: ClockMapping?

    mutating func add(_ exchange: ClockExchange) {
        let origin = self.origin ?? Origin(first: exchange)
        self.origin = origin
        let (x, measured) = origin.midpoint(exchange)
        let elapsed = x - at
        at = x
        offset += drift * elapsed
        let p = covariance
        // The drift wanders by some 1e-9 a second.
        let walk = 1e-18 * elapsed * 1e-9
        covariance.oo = p.oo + 2 * elapsed * p.od + elapsed * elapsed * p.dd
        covariance.od = p.od + elapsed * p.dd
        covariance.dd = p.dd + walk
        let delay = Double(exchange.roundTripDelay.nanoseconds)
        fastest.removeAll { $0.x < x - 60e9 || $0.delay >= delay }
        fastest.append((x, delay))
        let excess = (delay - (fastest.first?.delay ?? delay)) / 2
        usual += usual == 0 ? delay / 2 : (excess - usual) / 50
        // Nor is the fastest one exact: its own two delays differed by some part of the usual.
        let doubt = 1e3 + excess + usual / 4
        let noise = doubt * doubt
        let total = covariance.oo + noise
        let gain = (covariance.oo / total, covariance.od / total)
        let surprise = measured - offset
        offset += gain.0 * surprise
        drift += gain.1 * surprise
        let q = covariance
        covariance = (q.oo * (1 - gain.0), q.od * (1 - gain.0), q.dd - gain.1 * q.od)
        mapping = origin.mapping(x: x, offset: offset, drift: drift)
    }
}

/// The edge of each direction's convex hull below the middle of the last minute; the mean of the two lines.
struct PlainHull: ClockEstimating {
    /// In ns.
    private let window: Double
    private var origin: Origin?
    private var forward: [(x: Double, y: Double)] = []
    private var backward: [(x: Double, y: Double)] = []
    private(set) var mapping: ClockMapping?

    init() { window = 60e9 }

    init(window: Double) { self.window = window }

    mutating func add(_ exchange: ClockExchange) {
        let origin = self.origin ?? Origin(first: exchange)
        self.origin = origin
        let sent = Double((exchange.sent - origin.first.sent).nanoseconds)
        let returned = Double((exchange.returned - origin.first.sent).nanoseconds)
        forward.append((sent, Double((exchange.received - origin.first.received).nanoseconds) - sent))
        backward.append((returned, returned - Double((exchange.replied - origin.first.received).nanoseconds)))
        while let first = forward.first, first.x < returned - window {
            forward.removeFirst()
            backward.removeFirst()
        }
        let there = Self.edge(below: forward)
        let back = Self.edge(below: backward)
        let slope = (there.slope - back.slope) / 2
        let offset = (there.intercept + there.slope * returned - back.intercept - back.slope * returned) / 2
        mapping = origin.mapping(x: returned, offset: offset, drift: slope)
    }

    private static func edge(below points: [(x: Double, y: Double)]) -> (slope: Double, intercept: Double) {
        var hull: [(x: Double, y: Double)] = []
        for point in points {
            // Packets that queued may arrive at one time: the last of them was the fastest.
            if let last = hull.last, last.x >= point.x { hull.removeLast() }
            while hull.count >= 2 {
                let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
                if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
                hull.removeLast()
            }
            hull.append(point)
        }
        guard hull.count >= 2, let first = points.first, let last = points.last else {
            return (0, hull.first?.y ?? 0)
        }
        let middle = (first.x + last.x) / 2
        var index = 0
        while index + 2 < hull.count, hull[index + 1].x < middle { index += 1 }
        let (a, b) = (hull[index], hull[index + 1])
        let slope = (b.y - a.y) / (b.x - a.x)
        return (slope, a.y - slope * a.x)
    }
}
