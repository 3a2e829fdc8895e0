package import AudioCore

/// The straight line between a node's clock and the coordinator's: the only way to convert between the two domains.
package struct ClockMapping: Hashable, Sendable, BitwiseCopyable {
    /// The same moment on both clocks.
    package var node: Instant<NodeClock>
    package var coordinator: Instant<CoordinatorClock>
    /// How much faster the coordinator's clock runs than the node's: coordinator seconds per node second, minus one.
    package var drift: Double

    package init(node: Instant<NodeClock>, coordinator: Instant<CoordinatorClock>, drift: Double) {
        self.node = node
        self.coordinator = coordinator
        self.drift = drift
    }

    /// Rounded to a nanosecond.
    package func coordinatorTime(at time: Instant<NodeClock>) -> Instant<CoordinatorClock> {
        let elapsed = (time - node).nanoseconds
        return coordinator + Interval(nanoseconds: elapsed + Int64((Double(elapsed) * drift).rounded()))
    }

    /// Coordinator clock minus node clock at `time`.
    package func offset(at time: Instant<NodeClock>) -> Interval {
        Interval(nanoseconds: coordinatorTime(at: time).nanoseconds &- time.nanoseconds)
    }
}
