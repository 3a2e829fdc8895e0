private import Glibc

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
        let first = distance > 0 ? distance / 4 : width * 1e-7
        let left = Self.reach(from: peak, sign: -1, top: top, first: first, width: width, likelihood)
        let right = Self.reach(from: peak, sign: 1, top: top, first: left, width: width, likelihood)
        let low = max(range.lowerBound, peak - left)
        let high = min(range.upperBound, peak + right)
        // Half a standard deviation apart: for a bell the sum is the integral.
        let steps = 16
        var moments = Moments()
        for index in 0...steps {
            let b = low + (high - low) * Double(index) / Double(steps)
            let edge = index == 0 || index == steps ? 0.5 : 1.0
            let (here, value) = evaluate(b)
            moments.add(b - peak, value - valueAtPeak, weight: edge * exp(here - top))
        }
        slope = peak
        value = valueAtPeak
        take(moments)
    }

    /// Weighted sums of two variables.
    private struct Moments {
        var total = 0.0
        var b = 0.0
        var v = 0.0
        var bb = 0.0
        var vv = 0.0
        var bv = 0.0

        mutating func add(_ db: Double, _ dv: Double, weight: Double) {
            total += weight
            b += weight * db
            v += weight * dv
            bb += weight * db * db
            vv += weight * dv * dv
            bv += weight * db * dv
        }
    }

    /// - Parameter sums: of the distances from what `slope` and `value` are yet.
    private mutating func take(_ sums: Moments) {
        guard sums.total > 0 else { return }
        let (b, v) = (sums.b / sums.total, sums.v / sums.total)
        slope += b
        value += v
        slopeVariance = max(0, sums.bb / sums.total - b * b)
        valueVariance = max(0, sums.vv / sums.total - v * v)
        covariance = sums.bv / sums.total - b * v
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
                return maximum(in: low...high, steps: 12, of: function)
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
    /// - Parameter first: about how far that is.
    private static func reach(
        from peak: Double,
        sign: Double,
        top: Double,
        first: Double,
        width: Double,
        _ likelihood: (Double) -> Double
    ) -> Double {
        func isNear(_ distance: Double) -> Bool { likelihood(peak + sign * distance) > top - 9 }
        let least = width * 1e-9
        var high = min(max(first, least), width)
        if isNear(high) {
            repeat { high *= 2 } while high < width && isNear(high)
        } else {
            while high > least, !isNear(high / 2) { high /= 2 }
        }
        var low = high / 2
        for _ in 0..<3 {
            let middle = (low + high) / 2
            if isNear(middle) { low = middle } else { high = middle }
        }
        return high
    }
}
