private import Glibc

/// Points of a straight line that noise can only lift, thinned so that the lower envelope is kept.
///
/// x and y are in units of the caller's. When `capacity` is reached, the older half is thinned pair by pair; of each
/// pair the point nearer to the envelope stays.
struct EnvelopePoints: Sendable {
    private(set) var xs: [Double] = []
    private(set) var ys: [Double] = []
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        xs.reserveCapacity(capacity)
        ys.reserveCapacity(capacity)
    }

    var count: Int { xs.count }

    /// - Precondition: `x` rises from call to call; a point out of order is ignored.
    mutating func add(x: Double, y: Double, slope: Double) {
        if let last = xs.last, x <= last { return }
        if xs.count == capacity { thin(slope: slope) }
        xs.append(x)
        ys.append(y)
    }

    /// Forgets points before `x`, but keeps at least `minimum` of the newest.
    mutating func drop(before x: Double, keeping minimum: Int) {
        var first = 0
        while first < xs.count - minimum, xs[first] < x { first += 1 }
        guard first > 0 else { return }
        xs.removeFirst(first)
        ys.removeFirst(first)
    }

    mutating func removeAll() {
        xs.removeAll(keepingCapacity: true)
        ys.removeAll(keepingCapacity: true)
    }

    /// Adds a constant to all ordinates, as when the origin is moved.
    mutating func shift(x deltaX: Double, y deltaY: Double) {
        for index in xs.indices {
            xs[index] += deltaX
            ys[index] += deltaY
        }
    }

    private mutating func thin(slope: Double) {
        let half = capacity / 2 / 2 * 2
        var target = 0
        for source in stride(from: 0, to: half, by: 2) {
            let first = ys[source] - slope * xs[source]
            let second = ys[source + 1] - slope * xs[source + 1]
            let kept = first <= second ? source : source + 1
            xs[target] = xs[kept]
            ys[target] = ys[kept]
            target += 1
        }
        xs.removeSubrange(target..<half)
        ys.removeSubrange(target..<half)
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
func floorDensity(of points: EnvelopePoints, slope: Double, intercept: Double, scratch: inout [Double]) -> Double {
    let count = points.count
    guard count > 0 else { return 0 }
    scratch.removeAll(keepingCapacity: true)
    for index in 0..<count { scratch.append(points.ys[index] - slope * points.xs[index] - intercept) }
    let rank = min(count - 1, max(5, count / 8))
    let value = smallest(rank: rank, of: &scratch)
    // Two points touch the line and define it, so they say nothing about the density.
    return Double(max(1, rank - 1)) / max(value, 1e-3)
}

/// Hoare's selection: the element that would stand at `rank` if `values` were sorted. Reorders `values`.
private func smallest(rank: Int, of values: inout [Double]) -> Double {
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
    ///   - likelihood: L(b), concave.
    ///   - value: what is averaged along with b.
    init(range: ClosedRange<Double>, likelihood: (Double) -> Double, value: (Double) -> Double) {
        let peak = Self.maximum(in: range, of: likelihood)
        let top = likelihood(peak)
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
        let valueAtPeak = value(peak)
        for index in 0...steps {
            let b = low + (high - low) * Double(index) / Double(steps)
            let edge = index == 0 || index == steps ? 0.5 : 1.0
            let weight = edge * exp(likelihood(b) - top)
            let db = b - peak
            let dv = value(b) - valueAtPeak
            total += weight
            b1 += weight * db
            v1 += weight * dv
            b2 += weight * db * db
            v2 += weight * dv * dv
            bv += weight * db * dv
        }
        guard total > 0 else {
            slope = peak
            self.value = valueAtPeak
            return
        }
        b1 /= total
        v1 /= total
        slope = peak + b1
        self.value = valueAtPeak + v1
        slopeVariance = max(0, b2 / total - b1 * b1)
        valueVariance = max(0, v2 / total - v1 * v1)
        covariance = bv / total - b1 * v1
    }

    /// Golden-section search: concave functions have one maximum.
    private static func maximum(in range: ClosedRange<Double>, of function: (Double) -> Double) -> Double {
        let golden = 0.618_033_988_749_895
        var low = range.lowerBound
        var high = range.upperBound
        var left = high - golden * (high - low)
        var right = low + golden * (high - low)
        var atLeft = function(left)
        var atRight = function(right)
        for _ in 0..<40 {
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
