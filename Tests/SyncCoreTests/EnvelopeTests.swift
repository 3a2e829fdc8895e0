import TestSupport
import Testing

@testable import SyncCore

@Suite struct EnvelopeTests {
    @Test func theHullTouchesWhatTheLowestLineTouches() {
        var random = SimRandom(seed: 3)
        for _ in 0..<60 {
            var points = EnvelopePoints(capacity: 256)
            let count = 1 + Int(random.uniform() * 60)
            for index in 0..<count { points.add(x: Double(index), y: random.exponential(mean: 5), slope: 0) }
            var hull = LowerHull(capacity: 256)
            hull.rebuild(from: points)
            for slope in [-3.0, -0.2, 0, 0.1, 7] {
                let lowest = (0..<count).map { points.ys[$0] - slope * points.xs[$0] }.min() ?? 0
                #expect(abs(hull.intercept(slope: slope) - lowest) < 1e-12)
            }
        }
    }

    @Test func aHullWithoutPointsBoundsNothing() {
        #expect(LowerHull(capacity: 4).intercept(slope: 0) == .infinity)
    }

    @Test func pointsOutOfOrderAreIgnored() {
        var points = EnvelopePoints(capacity: 8)
        points.add(x: 2, y: 1, slope: 0)
        points.add(x: 1, y: 0, slope: 0)
        points.add(x: 2, y: 0, slope: 0)
        #expect(points.xs == [2])
    }

    @Test func thinningKeepsTheEnvelopeAndWhatPointsStandFor() {
        var random = SimRandom(seed: 4)
        var points = EnvelopePoints(capacity: 64)
        let slope = 0.25
        var lowest = Double.infinity
        for index in 0..<1_000 {
            let noise = random.exponential(mean: 3)
            lowest = min(lowest, noise)
            points.add(x: Double(index), y: slope * Double(index) + noise, slope: slope)
            #expect(points.count <= 64)
        }
        var hull = LowerHull(capacity: 64)
        hull.rebuild(from: points)
        #expect(abs(hull.intercept(slope: slope) - lowest) < 1e-9)
        #expect(points.represented.count == 1_000)
        #expect(abs(points.represented.mean - 499.5) < 1e-6)
        // Evenly: no gap is much longer than a fair share.
        let gaps = zip(points.xs.dropFirst(), points.xs).map { $0 - $1 }
        #expect((gaps.max() ?? 0) < 100)
    }

    @Test func droppingKeepsTheNewest() {
        var points = EnvelopePoints(capacity: 64)
        for index in 0..<20 { points.add(x: Double(index), y: 0, slope: 0) }
        points.drop(before: 10, keeping: 4)
        #expect(points.xs.first == 10)
        points.drop(before: 1_000, keeping: 4)
        #expect(points.xs == [16, 17, 18, 19])
        #expect(points.represented.count == 4)
        points.removeAll()
        #expect(points.represented.count == 0)
    }

    /// N points with exponential noise of mean m lie N / m dense above their envelope.
    @Test func theDensityIsThatOfTheNoise() {
        var random = SimRandom(seed: 5)
        var scratch: [Double] = []
        var sum = 0.0
        for _ in 0..<40 {
            var points = EnvelopePoints(capacity: 512)
            for index in 0..<400 { points.add(x: Double(index), y: random.exponential(mean: 50), slope: 0) }
            var hull = LowerHull(capacity: 512)
            hull.rebuild(from: points)
            sum += floorDensity(of: points, slope: 0, intercept: hull.intercept(slope: 0), scratch: &scratch)
        }
        #expect(abs(sum / 40 - 8) < 0.8)
    }

    @Test func thePosteriorOfAParabolaIsItsNormalDistribution() {
        let posterior = SlopePosterior(range: -10...10) { slope in
            (-(slope - 1.25) * (slope - 1.25) / (2 * 0.09), 3 - 2 * slope)
        }
        #expect(abs(posterior.slope - 1.25) < 1e-6)
        #expect(abs(posterior.value - 0.5) < 1e-6)
        #expect(abs(posterior.slopeVariance / 0.09 - 1) < 0.02)
        #expect(abs(posterior.valueVariance / 0.36 - 1) < 0.02)
        #expect(abs(posterior.covariance / -0.18 - 1) < 0.02)
    }
}
