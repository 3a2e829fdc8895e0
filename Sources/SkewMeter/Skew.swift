/// How far apart in time two recordings were.
package struct Skew: Sendable, Equatable {
    /// A stretch of true time in which both played the same sound.
    package struct Window: Sendable, Equatable {
        /// Since the moment from which both recordings exist, in seconds, to the beginning of the window.
        package var seconds: Double
        /// How much later the other recording was, in microseconds; negative: earlier.
        package var lagUS: Double
        /// 1 is the same sound; a click, a hole or a wrong sample makes it less.
        package var similarity: Double
    }

    package var reference: String
    package var other: String
    package var windows: [Window] = []
    /// Windows in which neither could be heard.
    package var silent = 0
    /// Windows in which only one could be heard all the time.
    package var alone = 0
    /// Windows in which they played different sounds, or the same too far apart.
    package var unmatched = 0

    /// The distance, late or early, below which a part of the windows lies (0.5: the median), in microseconds, with
    /// straight lines between the ranks. Nil without windows.
    package func percentile(_ part: Double) -> Double? {
        let sorted = self.windows.map(\.lagUS.magnitude).sorted()
        guard !sorted.isEmpty else { return nil }
        let rank = Double(sorted.count - 1) * min(1, max(0, part))
        let below = Int(rank)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - Double(below))
    }

    /// The mean lag with its sign, in microseconds: a constant part of the skew. Nil without windows.
    package var meanUS: Double? {
        self.windows.isEmpty ? nil : self.windows.reduce(0) { $0 + $1.lagUS } / Double(self.windows.count)
    }

    /// The standard deviation around the mean, in microseconds. Nil without windows.
    package var deviationUS: Double? {
        guard let mean = self.meanUS else { return nil }
        let squares = self.windows.reduce(0) { $0 + ($1.lagUS - mean) * ($1.lagUS - mean) }
        return (squares / Double(self.windows.count)).squareRoot()
    }

    /// Nil without windows.
    package var leastSimilarity: Double? { self.windows.map(\.similarity).min() }
}
