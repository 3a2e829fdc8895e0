import AudioCore

/// Tells a coordinator that is away from a process that cannot connect any more.
///
/// nng 1.5 has been seen to wait for itself for ever: nothing is dialed again then, until the program is started anew.
/// Such a room looks at the coordinator by other means, and where that is there, ends itself for its service manager to
/// start it again.
struct ConnectionWatch: Sendable {
    enum Verdict: Hashable, Sendable {
        case wait
        /// It is time to look whether the coordinator can be connected to otherwise.
        case look
        /// It can, again and again, and not from here.
        case giveUp
    }

    private struct Outage {
        var nextLook: Instant<NodeClock>
        /// In a row.
        var greetings = 0
    }

    private var outage: Outage?

    /// nng dials every two seconds at least.
    static let patience = Interval.seconds(20)
    static let pause = Interval.seconds(5)
    static let greetingsNeeded = 3

    /// A call had an answer, or was sent at least.
    mutating func connected() { outage = nil }

    /// A call found no connection, for as long as it waits for one.
    /// - Parameter isHeard: whether the room plays on without; it is not ended then.
    mutating func foundNoConnection(at now: Instant<NodeClock>, isHeard: Bool) -> Verdict {
        guard let outage else {
            self.outage = Outage(nextLook: now + Self.patience)
            return .wait
        }
        if outage.greetings >= Self.greetingsNeeded, !isHeard { return .giveUp }
        return now >= outage.nextLook ? .look : .wait
    }

    /// What was asked for with `look`.
    mutating func looked(at now: Instant<NodeClock>, greets: Bool) {
        guard let greetings = outage?.greetings else { return }
        outage = Outage(nextLook: now + Self.pause, greetings: greets ? greetings + 1 : 0)
    }
}
