private import Glibc

/// Points of a straight line that noise can only lift, thinned so that the lower envelope is kept.
///
/// x and y are in units of the caller's. When `capacity` is reached, points that lie close together are merged, to half as
/// many and evenly over the window: of each group the point nearest to the envelope stays, and stands for all of them, with
/// their number and their mean abscissa.
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

    /// `x` rises from call to call; a point out of order is ignored. Of several with the same x, as of packets that were
    /// held up together, the lowest stays.
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

/// The lower convex hull of some points: all that a line from below can touch. Andrew's monotone chain (Information
/// Processing Letters 9, 1979): linear time, as the points come in order.
struct LowerHull: Sendable {
    private(set) var xs: [Double] = []
    private(set) var ys: [Double] = []

    init(capacity: Int) {
        xs.reserveCapacity(capacity)
        ys.reserveCapacity(capacity)
    }

    mutating func rebuild(from points: EnvelopePoints) {
        xs.removeAll(keepingCapacity: true)
        ys.removeAll(keepingCapacity: true)
        for index in 0..<points.count {
            let x = points.xs[index]
            let y = points.ys[index]
            while xs.count >= 2 {
                let a = xs.count - 2
                let b = xs.count - 1
                // The middle point stays only if it lies below the line from its neighbours.
                if (xs[b] - xs[a]) * (y - ys[a]) - (ys[b] - ys[a]) * (x - xs[a]) > 0 { break }
                xs.removeLast()
                ys.removeLast()
            }
            xs.append(x)
            ys.append(y)
        }
    }

    /// The intercept of the highest line of `slope` below all points: min(y - slope * x). Infinite without points.
    func intercept(slope: Double) -> Double {
        var best = Double.infinity
        for index in xs.indices {
            let value = ys[index] - slope * xs[index]
            if value > best { break }  // Along the hull the value falls, then rises.
            best = value
        }
        return best
    }
}

/// How dense points lie just above their envelope: points per unit of y. For exponential noise of mean m over N points it
/// is N / m. Taken from the lowest eighth, so a long tail (stalls, retransmissions) does not count.
/// - Parameter below: how many points lie below the envelope: then more of those above it are looked at, as it is noisier.
func floorDensity(
    of points: EnvelopePoints,
    slope: Double,
    intercept: Double,
    below: Int = 0,
    scratch: inout [Double]
) -> Double {
    let count = points.count
    guard count > 0 else { return 0 }
    scratch.removeAll(keepingCapacity: true)
    for index in 0..<count { scratch.append(points.ys[index] - slope * points.xs[index] - intercept) }
    let rank = min(count - 1, below == 0 ? max(5, count / 8) : max(below + 8, count / 3))
    let value = smallest(rank: rank, of: &scratch)
    // Two points touch the line and define it, so they say nothing about the density.
    return Double(max(1, rank - max(1, below))) / max(value, 1e-3)
}

/// Hoare's selection: the element that would stand at `rank` if `values` were sorted. Reorders `values`: smaller ones stand
/// before it.
func smallest(rank: Int, of values: inout [Double]) -> Double {
    var low = 0
    var high = values.count - 1
    while low < high {
        let pivot = values[(low + high) / 2]
        var i = low
        var j = high
        while i <= j {
            while values[i] < pivot { i += 1 }
            while values[j] > pivot { j -= 1 }
            if i <= j {
                values.swapAt(i, j)
                i += 1
                j -= 1
            }
        }
        if rank <= j { high = j } else if rank >= i { low = i } else { break }
    }
    return values[rank]
}

/// The mean and spread of a slope whose log-likelihood is concave, found by its maximum and a quadrature around it.
struct SlopePosterior: Sendable {
    /// Weighted sums over slopes b with weights exp(L(b)): the mean of b, of v(b), their variances and covariance.
    var slope = 0.0
    var value = 0.0
    var slopeVariance = 0.0
    var valueVariance = 0.0
    var covariance = 0.0

    /// - Parameters:
    ///   - range: where the maximum is looked for.
    ///   - guess: about where it is; 0 for `distance`: unknown.
    ///   - distance: how far from the guess it is looked for first.
    ///   - evaluate: for a slope b the likelihood L(b), concave, and v(b), what is averaged along with b.
    init(
        range: ClosedRange<Double>,
        near guess: Double = 0,
        within distance: Double = 0,
        evaluate: (Double) -> (likelihood: Double, value: Double)
    ) {
        let likelihood = { evaluate($0).likelihood }
        let peak = Self.maximum(in: range, near: guess, within: distance, of: likelihood)
        let (top, valueAtPeak) = evaluate(peak)
        let width = range.upperBound - range.lowerBound
        let low = max(range.lowerBound, peak - Self.reach(from: peak, sign: -1, top: top, width: width, likelihood))
        let high = min(range.upperBound, peak + Self.reach(from: peak, sign: 1, top: top, width: width, likelihood))
        let steps = 32
        var total = 0.0
        var b1 = 0.0
        var v1 = 0.0
        var b2 = 0.0
        var v2 = 0.0
        var bv = 0.0
        for index in 0...steps {
            let b = low + (high - low) * Double(index) / Double(steps)
            let edge = index == 0 || index == steps ? 0.5 : 1.0
            let (here, value) = evaluate(b)
            let weight = edge * exp(here - top)
            let db = b - peak
            let dv = value - valueAtPeak
            total += weight
            b1 += weight * db
            v1 += weight * dv
            b2 += weight * db * db
            v2 += weight * dv * dv
            bv += weight * db * dv
        }
        guard total > 0 else {
            slope = peak
            value = valueAtPeak
            return
        }
        b1 /= total
        v1 /= total
        slope = peak + b1
        value = valueAtPeak + v1
        slopeVariance = max(0, b2 / total - b1 * b1)
        valueVariance = max(0, v2 / total - v1 * v1)
        covariance = bv / total - b1 * v1
    }

    /// Looks around the guess, and everywhere if the function still rises there.
    private static func maximum(
        in range: ClosedRange<Double>,
        near guess: Double,
        within distance: Double,
        of function: (Double) -> Double
    ) -> Double {
        let (low, high) = (max(range.lowerBound, guess - distance), min(range.upperBound, guess + distance))
        if distance > 0, low < high {
            // Concave: between two points that are both lower than one in the middle lies the maximum.
            let middle = function((low + high) / 2)
            if middle >= function(low), middle >= function(high) {
                return maximum(in: low...high, steps: 18, of: function)
            }
        }
        return maximum(in: range, steps: 40, of: function)
    }

    /// Golden-section search: concave functions have one maximum. Each step shortens the range to 0.618 of it.
    private static func maximum(in range: ClosedRange<Double>, steps: Int, of function: (Double) -> Double) -> Double {
        let golden = 0.618_033_988_749_895
        var low = range.lowerBound
        var high = range.upperBound
        var left = high - golden * (high - low)
        var right = low + golden * (high - low)
        var atLeft = function(left)
        var atRight = function(right)
        for _ in 0..<steps {
            if atLeft < atRight {
                low = left
                left = right
                atLeft = atRight
                right = low + golden * (high - low)
                atRight = function(right)
            } else {
                high = right
                right = left
                atRight = atLeft
                left = high - golden * (high - low)
                atLeft = function(left)
            }
        }
        return (low + high) / 2
    }

    /// How far from the peak the likelihood has fallen to exp(-9).
    private static func reach(
        from peak: Double,
        sign: Double,
        top: Double,
        width: Double,
        _ likelihood: (Double) -> Double
    ) -> Double {
        var distance = width * 1e-7
        while distance < width, likelihood(peak + sign * distance) > top - 9 { distance *= 2 }
        var low = distance / 2
        var high = distance
        for _ in 0..<4 {
            let middle = (low + high) / 2
            if likelihood(peak + sign * middle) > top - 9 { low = middle } else { high = middle }
        }
        return high
    }
}
