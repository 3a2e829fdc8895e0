import AudioCore

/// Connections that are made anew after an outage, and once more while nothing comes by them.
///
/// Where the first packet of a connection is lost, TCP sends it again after a second, and by then what is buffered may
/// have been played. The network is known to work meanwhile: the clock's answers come. So another connection is tried.
struct Reconnection: Sendable {
    struct Connections: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let stream = Connections(rawValue: 1)
        static let calls = Connections(rawValue: 2)
    }

    private var awaited: Connections = []
    private var nextTry = Instant<NodeClock>(nanoseconds: .max)
    private var triesLeft = 0

    /// Longer than any round trip of a house, shorter than what TCP waits.
    private static let patience = Interval.milliseconds(250)
    /// Then it is left to TCP.
    private static let tries = 3

    /// Both have been made anew.
    mutating func begin(at now: Instant<NodeClock>) {
        awaited = [.stream, .calls]
        nextTry = now + Self.patience
        triesLeft = Self.tries
    }

    /// Something has come by `connection`.
    mutating func works(_ connection: Connections) { awaited.subtract(connection) }

    /// - Returns: what has to be made anew once more.
    mutating func due(at now: Instant<NodeClock>) -> Connections {
        guard !awaited.isEmpty, triesLeft > 0, now >= nextTry else { return [] }
        triesLeft -= 1
        nextTry = now + Self.patience
        return awaited
    }
}
