package import AudioCore

/// Four timestamps of one round trip on the clock channel (RFC 5905 section 8 names them T1 to T4).
package struct ClockExchange: Hashable, Sendable {
    /// The node sent the request.
    package var sent: Instant<NodeClock>
    /// The coordinator received it.
    package var received: Instant<CoordinatorClock>
    /// The coordinator sent the reply.
    package var replied: Instant<CoordinatorClock>
    /// The node received the reply.
    package var returned: Instant<NodeClock>

    package init(
        sent: Instant<NodeClock>,
        received: Instant<CoordinatorClock>,
        replied: Instant<CoordinatorClock>,
        returned: Instant<NodeClock>
    ) {
        self.sent = sent
        self.received = received
        self.replied = replied
        self.returned = returned
    }

    /// Time on the network, both ways: what the node waited less what the coordinator kept it. The clocks' drift over
    /// one round trip (100 ppm of some milliseconds) is below everything else here.
    package var roundTripDelay: Interval { (returned - sent) - (replied - received) }

    /// What no request waits for.
    private static let longest = Interval.seconds(10)
    /// Nanoseconds: more than seventy years, and far from where arithmetic overflows.
    private static let reach: Int64 = 1 << 61

    /// Whether clocks can have been read so: times come from a network.
    package var isPlausible: Bool {
        returned >= sent && replied >= received && returned - sent <= Self.longest
            && roundTripDelay >= .zero && (-Self.reach...Self.reach).contains(received.nanoseconds)
    }
}
