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
