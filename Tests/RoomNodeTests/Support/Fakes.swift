import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization

@testable import RoomNode

/// A coordinator's clock behind a network that always takes as long: answers what it was asked when it is received.
final class FakeClock: ClockExchanging {
    let fileDescriptor: Int32 = -1
    /// Coordinator minus node.
    var offset: Interval
    var revision: UInt32 = 0
    /// Nothing arrives.
    var isCut = false
    /// The node's time, given by the test.
    var now = Instant<NodeClock>(nanoseconds: 0)
    private(set) var requests = 0
    private(set) var lastPort: UInt16 = 0
    private var waiting: [ClockAnswer] = []
    private static let delay = Interval.microseconds(200)

    init(offset: Interval) { self.offset = offset }

    func request(audioPort: UInt16) {
        requests += 1
        lastPort = audioPort
        guard !isCut else { return }
        let arrival = Instant<CoordinatorClock>(nanoseconds: (now + offset + Self.delay).nanoseconds)
        let exchange = ClockExchange(
            sent: now,
            received: arrival,
            replied: arrival,
            returned: now + Self.delay + Self.delay
        )
        waiting.append(ClockAnswer(exchange: exchange, timelineRevision: revision))
    }

    func receive() -> ClockAnswer? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// A subscriber that gives what the test has put into it.
final class FakeSubscriber: PollableSubscriber {
    private struct State {
        var messages: [[UInt8]] = []
        var reconnects = 0
        var isClosed = false
    }

    let fileDescriptor: Int32 = -1
    private let state = Mutex(State())

    func put(_ message: [UInt8]) { state.withLock { $0.messages.append(message) } }

    func receive() throws(RPCError) -> [UInt8]? {
        state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
    }

    func reconnect() { state.withLock { $0.reconnects += 1 } }

    func close() { state.withLock { $0.isClosed = true } }

    var reconnects: Int { state.withLock { $0.reconnects } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
}
