package import AudioCore
private import Synchronization
package import WireFormat

/// Numbers what happens and publishes it. Callable from any thread; does not block.
package final class EventFeed: Sendable {
    package let session: UInt64
    private let clock: ClockReading
    private let publish: @Sendable ([UInt8]) -> Void
    private let revision = Mutex<UInt64>(0)

    /// - Parameter publish: takes an encoded `Wire.Event`; called in the order of the events.
    package init(session: UInt64, clock: @escaping ClockReading, publish: @escaping @Sendable ([UInt8]) -> Void) {
        self.session = session
        self.clock = clock
        self.publish = publish
    }

    /// Publishes `event` with the next revision.
    /// - Parameter time: when it was heard or happened; nil is now.
    package func post(_ event: Wire.Event, at time: Instant<CoordinatorClock>? = nil) {
        revision.withLock { revision in
            revision += 1
            send(event, revision, time)
        }
    }

    package func heartbeat() {
        revision.withLock { send(Wire.Event(kind: .heartbeat), $0, nil) }
    }

    private func send(_ event: Wire.Event, _ revision: UInt64, _ time: Instant<CoordinatorClock>?) {
        var event = event
        event.revision = revision
        event.sessionId = session
        event.timeNs = (time ?? clock()).nanoseconds
        publish(event.encoded())
    }
}
