/// How dense points lie just above their envelope: points per unit of y. For exponential noise of mean m over N points
/// it is N / m. Taken from the lowest eighth, so a long tail (stalls, retransmissions) does not count.
/// - Parameter below: how many points lie below the envelope: then more of those above it are looked at, as it is
///   noisier.
func floorDensity(
    of points: EnvelopePoints,
    slope: Double,
    intercept: Double,
    below: Int = 0,
    scratch: inout [Double]
) -> Double {
    let count = points.count
    guard count > 0 else { return 0 }
    residuals(points.xs, points.ys, slope: slope, into: &scratch)
    let rank = min(count - 1, below == 0 ? max(5, count / 8) : max(below + 8, count / 3))
    let value = smallest(rank: rank, of: &scratch) - intercept
    // Two points touch the line and define it, so they say nothing about the density.
    return Double(max(1, rank - max(1, below))) / max(value, 1e-3)
}

/// Hoare's selection: the element that would stand at `rank` if `values` were sorted. Reorders `values`: smaller ones
/// stand before it. Without checks in its loop, where an estimate spends most of its time.
func smallest(rank: Int, of values: inout [Double]) -> Double {
    precondition(values.indices.contains(rank))
    return values.withUnsafeMutableBufferPointer { buffer in
        guard let values = buffer.baseAddress else { return 0 }
        var low = 0
        var high = buffer.count - 1
        while low < high {
            let pivot = values[(low + high) / 2]
            var i = low
            var j = high
            while i <= j {
                while values[i] < pivot { i &+= 1 }
                while values[j] > pivot { j &-= 1 }
                if i <= j {
                    (values[i], values[j]) = (values[j], values[i])
                    i &+= 1
                    j &-= 1
                }
            }
            if rank <= j { high = j } else if rank >= i { low = i } else { break }
        }
        return values[rank]
    }
}

/// Fills `values` with y - slope * x of each point.
func residuals(_ xs: [Double], _ ys: [Double], slope: Double, into values: inout [Double]) {
    let count = min(xs.count, ys.count)
    if values.count != count {
        values.removeAll(keepingCapacity: true)
        values.append(contentsOf: repeatElement(0, count: count))
    }
    values.withUnsafeMutableBufferPointer { values in
        xs.withUnsafeBufferPointer { xs in
            ys.withUnsafeBufferPointer { ys in
                for index in 0..<count { values[index] = ys[index] - slope * xs[index] }
            }
        }
    }
}
