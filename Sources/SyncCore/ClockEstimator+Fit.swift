import AudioCore

/// The fit of the corridor.
extension ClockEstimator {
    /// Crystals are within 100 ppm of each other, twice that with margin for both ends.
    private static let slopeLimit = 400e-6
    private static let slopePrior = 60e-6

    mutating func fit(now: Instant<NodeClock>, _ origin: ClockExchange) {
        let before = mapping?.drift ?? 0
        let reach = 4 * slopeDeviation + 0.1e-6
        rebuildFloors(slopes: before - reach...before + reach)
        updateDensities(slope: before)
        let posterior = slopePosterior(near: before, within: 2 * reach)
        let rho = (forwardDensity, backwardDensity)
        // A floor lies above the true line by (allowed + 1) / density on average, on either side.
        let lift = (Double(forwardFloor.allowed + 1) / rho.0, Double(backwardFloor.allowed + 1) / rho.1)
        let edges = (lift.0 / rho.0 + lift.1 / rho.1) / 4
        let x = Double((now - origin.sent).nanoseconds)
        let theta = posterior.value + (lift.1 - lift.0) / 2 + posterior.slope * x
        let variance =
            posterior.valueVariance + 2 * x * posterior.covariance + x * x * posterior.slopeVariance + edges
        let upper = forwardFloor.intercept(slope: posterior.slope, scratch: &scratch).value - lift.0
        let lower = -backwardFloor.intercept(slope: -posterior.slope, scratch: &scratch).value + lift.1
        corridor = max(0, min(upper - lower, Double(minimumRoundTrip.nanoseconds)))
        slopeDeviation = posterior.slopeVariance.squareRoot()
        uncertainty = Interval(nanoseconds: Int64(max(0, variance).squareRoot().rounded(.up)))
        let base = (now - origin.sent).nanoseconds
        mapping = ClockMapping(
            node: now,
            coordinator: origin.received + Interval(nanoseconds: base + Int64(theta.rounded())),
            drift: posterior.slope
        )
        noise = (forward.represented.count / rho.0 + backward.represented.count / rho.1) / 2
    }

    /// What the floors tell of the slope, and of the middle between them.
    private mutating func slopePosterior(near slope: Double, within distance: Double) -> SlopePosterior {
        let means = (forward.represented.mean, backward.represented.mean)
        let rho = (forwardDensity, backwardDensity)
        let (forwardFloor, backwardFloor) = (self.forwardFloor, self.backwardFloor)
        var scratch: [Double] = []
        swap(&scratch, &self.scratch)
        defer { swap(&scratch, &self.scratch) }
        return SlopePosterior(range: -Self.slopeLimit...Self.slopeLimit, near: slope, within: distance) { slope in
            let there = forwardFloor.intercept(slope: slope, scratch: &scratch)
            let back = backwardFloor.intercept(slope: -slope, scratch: &scratch)
            let prior = slope / Self.slopePrior
            let widths = rho.0 * (there.value + slope * means.0) + rho.1 * (back.value - slope * means.1)
            return (widths - there.cost - back.cost - prior * prior / 2, (there.value - back.value) / 2)
        }
    }

    /// How many points may lie below a floor: those expected within `softness` of it, by the last density.
    private mutating func rebuildFloors(slopes: ClosedRange<Double>) {
        let isYoung = exchanges < 32
        forwardFloor.rebuild(
            from: forward,
            slopes: slopes,
            allowed: isYoung ? 0 : Self.allowed(forward, forwardDensity),
            softness: Self.softness(forward, forwardDensity),
            scratch: &scratch
        )
        backwardFloor.rebuild(
            from: backward,
            slopes: -slopes.upperBound...(-slopes.lowerBound),
            allowed: isYoung ? 0 : Self.allowed(backward, backwardDensity),
            softness: Self.softness(backward, backwardDensity),
            scratch: &scratch
        )
    }

    /// How far below the typical fastest way a lucky packet may be, in ns: a processor that did not have to be woken
    /// saves some 20 us, and one in fifty or so is lucky. Found with recorded exchanges over emulated links; 2 to 8 us
    /// do as well.
    private static let luck = 5_000.0
    /// At most this share of the points lies below: where the noise is small, so is the luck.
    private static let allowedShare = 0.07

    private static func softness(_ points: EnvelopePoints, _ density: Double) -> Double {
        density > 0 ? min(luck, allowedShare * points.represented.count / density) : luck
    }

    private static func allowed(_ points: EnvelopePoints, _ density: Double) -> Int {
        let count = softness(points, density) * density
        return count < Double(points.count / 4) ? Int(count) : points.count / 4
    }

    private mutating func updateDensities(slope: Double) {
        forwardDensity = floorDensity(
            of: forward,
            slope: slope,
            intercept: forwardFloor.intercept(slope: slope, scratch: &scratch).value,
            below: forwardFloor.allowed,
            scratch: &scratch
        )
        backwardDensity = floorDensity(
            of: backward,
            slope: -slope,
            intercept: backwardFloor.intercept(slope: -slope, scratch: &scratch).value,
            below: backwardFloor.allowed,
            scratch: &scratch
        )
        // A density that a handful of lucky points suggests would make the estimate jump after them.
        forwardDensity = min(forwardDensity, forward.represented.count / leastNoise)
        backwardDensity = min(backwardDensity, backward.represented.count / leastNoise)
    }

    /// In ns. The first exchanges may all have been held up together and look alike, so that they tell nothing of the
    /// noise: until there are sixteen, it is taken for a quarter of the fastest round trip.
    private var leastNoise: Double {
        exchanges < 16 ? max(200, Double(minimumRoundTrip.nanoseconds) / 4) : 200
    }
}
