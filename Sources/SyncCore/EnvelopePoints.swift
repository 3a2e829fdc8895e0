/// Points of a straight line that noise can only lift, thinned so that the lower envelope is kept.
///
/// x and y are in units of the caller's. When `capacity` is reached, points that lie close together are merged, to half
/// as many and evenly over the window: of each group the point nearest to the envelope stays, and stands for all of
/// them, with their number and their mean abscissa.
struct EnvelopePoints: Sendable {
    private(set) var xs: [Double] = []
    private(set) var ys: [Double] = []
    private var weights: [Double] = []
    private var centres: [Double] = []
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        xs.reserveCapacity(capacity)
        ys.reserveCapacity(capacity)
        weights.reserveCapacity(capacity)
        centres.reserveCapacity(capacity)
    }

    /// Points that are kept.
    var count: Int { xs.count }

    /// Points that were added and lie within what is kept, and the mean of their abscissas, which lies within them.
    var represented: (count: Double, mean: Double) {
        guard let first = xs.first, let last = xs.last else { return (0, 0) }
        var total = 0.0
        var sum = 0.0
        for index in weights.indices {
            total += weights[index]
            sum += weights[index] * centres[index]
        }
        return (total, min(max(sum / total, first), last))
    }

    /// `x` rises from call to call; a point out of order is ignored. Of several with the same x, as of packets that
    /// were held up together, the lowest stays.
    mutating func add(x: Double, y: Double, slope: Double) {
        if let last = xs.last, x <= last {
            guard x == last else { return }
            ys[ys.count - 1] = min(ys[ys.count - 1], y)
            weights[weights.count - 1] += 1
            return
        }
        if xs.count == capacity { thin(slope: slope) }
        xs.append(x)
        ys.append(y)
        weights.append(1)
        centres.append(x)
    }

    /// Forgets points before `x`, but keeps at least `minimum` of the newest.
    mutating func drop(before x: Double, keeping minimum: Int) {
        var first = 0
        while first < xs.count - minimum, xs[first] < x { first += 1 }
        guard first > 0 else { return }
        xs.removeFirst(first)
        ys.removeFirst(first)
        weights.removeFirst(first)
        centres.removeFirst(first)
    }

    mutating func removeAll() {
        xs.removeAll(keepingCapacity: true)
        ys.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        centres.removeAll(keepingCapacity: true)
    }

    private mutating func thin(slope: Double) {
        guard let first = xs.first, let last = xs.last else { return }
        let width = (last - first) / Double(capacity / 2)
        var target = -1
        var groupEnd = -Double.infinity
        for source in xs.indices {
            if xs[source] < groupEnd {
                merge(source, into: target, slope: slope)
            } else {
                target += 1
                groupEnd = xs[source] + width
                move(source, to: target)
            }
        }
        let rest = (target + 1)..<xs.count
        xs.removeSubrange(rest)
        ys.removeSubrange(rest)
        weights.removeSubrange(rest)
        centres.removeSubrange(rest)
    }

    private mutating func move(_ source: Int, to target: Int) {
        xs[target] = xs[source]
        ys[target] = ys[source]
        weights[target] = weights[source]
        centres[target] = centres[source]
    }

    private mutating func merge(_ source: Int, into target: Int, slope: Double) {
        if ys[source] - slope * xs[source] < ys[target] - slope * xs[target] {
            xs[target] = xs[source]
            ys[target] = ys[source]
        }
        let sum = weights[target] * centres[target] + weights[source] * centres[source]
        weights[target] += weights[source]
        centres[target] = sum / weights[target]
    }
}
