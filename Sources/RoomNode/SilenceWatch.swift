import AudioCore

/// Notices a connection by which nothing has come for longer than it can be silent, and may be dead without anybody
/// having said so: the address of one end has changed, a router has forgotten the connection.
struct SilenceWatch: Sendable {
    private let patience: Interval
    private var since: Instant<NodeClock>

    init(patience: Interval, from now: Instant<NodeClock> = Instant(nanoseconds: 0)) {
        self.patience = patience
        since = now
    }

    /// Something has come, or nothing could.
    mutating func heard(at now: Instant<NodeClock>) { since = now }

    /// - Returns: whether it is time for another connection; then not again for as long.
    mutating func isDue(at now: Instant<NodeClock>) -> Bool {
        guard now - since >= patience else { return false }
        since = now
        return true
    }
}
