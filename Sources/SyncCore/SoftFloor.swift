/// The floor of points that noise lifts, told so that a few points below it do not move it.
///
/// A link has a typical fastest way and, now and then, a lucky packet that is faster still: it met a processor that was
/// awake. A floor through the lowest points would follow that luck, in one direction only. So points may lie below the
/// floor, at a price: the likelihood of the noise is exponential above it (mean m) and below it (mean `softness`). For
/// a given slope the best intercept is then the k-th lowest value of y - slope * x with k = softness * density (Koenker
/// and Bassett, Econometrica 46, 1978: the asymmetric Laplace likelihood and regression quantiles are one). With k = 0,
/// where the noise is long or the points are few, it is the lower hull.
struct SoftFloor: Sendable {
    /// Points that may lie below the floor.
    private(set) var allowed = 0
    private var softness = 1.0
    private var hull: LowerHull
    private var xs: [Double] = []
    private var ys: [Double] = []
    /// How many of the lowest points are kept beyond those that may lie below.
    private static let spare = 32

    init(capacity: Int) {
        hull = LowerHull(capacity: capacity)
        xs.reserveCapacity(capacity)
        ys.reserveCapacity(capacity)
    }

    /// - Parameters:
    ///   - slopes: the slopes that will be asked for lie within: points far above a line of any of them are left out.
    ///   - allowed: how many points may lie below.
    ///   - softness: how far below they typically lie, in units of y.
    mutating func rebuild(
        from points: EnvelopePoints,
        slopes: ClosedRange<Double>,
        allowed: Int,
        softness: Double,
        scratch: inout [Double]
    ) {
        self.allowed = min(max(allowed, 0), max(0, points.count - 1))
        self.softness = max(softness, 1e-3)
        guard self.allowed > 0 else { return hull.rebuild(from: points) }
        let middle = (slopes.lowerBound + slopes.upperBound) / 2
        let lines = [slopes.lowerBound, middle, slopes.upperBound].map { slope in
            (slope: slope, limit: limit(of: points, slope: slope, &scratch))
        }
        xs.removeAll(keepingCapacity: true)
        ys.removeAll(keepingCapacity: true)
        for index in 0..<points.count {
            let (x, y) = (points.xs[index], points.ys[index])
            guard lines.contains(where: { y - $0.slope * x <= $0.limit }) else { continue }
            xs.append(x)
            ys.append(y)
        }
    }

    /// Below it lie a few times as many points as may lie below the floor.
    private func limit(of points: EnvelopePoints, slope: Double, _ scratch: inout [Double]) -> Double {
        residuals(points.xs, points.ys, slope: slope, into: &scratch)
        return smallest(rank: min(points.count - 1, 2 * allowed + Self.spare), of: &scratch)
    }

    /// The intercept of the floor of `slope`, and what the points below it cost: their distances from it over the
    /// softness.
    func intercept(slope: Double, scratch: inout [Double]) -> (value: Double, cost: Double) {
        guard allowed > 0 else { return (hull.intercept(slope: slope), 0) }
        residuals(xs, ys, slope: slope, into: &scratch)
        let value = smallest(rank: allowed, of: &scratch)
        var below = 0.0
        for index in 0..<allowed { below += value - scratch[index] }
        return (value, below / softness)
    }
}
