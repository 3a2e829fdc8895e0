package import AudioCore

/// How much later than the fastest the packets of a stream arrive: the network's tail, which the lead must cover.
package struct ArrivalTail: Sendable {
    private var values: [Int64] = []
    private var next = 0
    private static let capacity = 512

    package init() {}

    /// - Parameter lateness: arrival minus when it was due to be published; only differences count.
    package mutating func add(lateness: Interval) {
        if values.count < Self.capacity {
            values.append(lateness.nanoseconds)
        } else {
            values[next] = lateness.nanoseconds
            next = (next + 1) % Self.capacity
        }
    }

    /// The 99th percentile less the minimum, over the last 512 messages; zero while there are few.
    package var tail: Interval {
        guard values.count >= 16 else { return .zero }
        let sorted = values.sorted()
        return Interval(nanoseconds: sorted[sorted.count * 99 / 100] - sorted[0])
    }
}
