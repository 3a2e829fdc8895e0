package import LinuxSystem
package import RPC
import Synchronization

/// A publisher in this process.
package final class InProcessPublisher: MessagePublisher {
    private struct Storage {
        var closed = false
        var subscribers: [ObjectIdentifier: InProcessSubscriber] = [:]
    }

    private let storage = Mutex(Storage())

    package init() {}

    package func publish(_ message: [UInt8]) throws(RPCError) {
        let subscribers = storage.withLock { $0.closed ? nil : Array($0.subscribers.values) }
        guard let subscribers else { throw RPCError(.unavailable, "cannot publish: the publisher is closed") }
        for subscriber in subscribers { subscriber.offer(message) }
    }

    package var subscriberCount: Int { storage.withLock { $0.subscribers.count } }

    package func close() {
        storage.withLock { storage in
            storage.closed = true
            storage.subscribers = [:]
        }
    }

    /// - Parameter bound: how many messages the subscriber holds before it drops the oldest.
    package func subscribe(bound: Int) throws(SystemError) -> InProcessSubscriber {
        let subscriber = try InProcessSubscriber(of: self, bound: bound)
        storage.withLock { $0.subscribers[ObjectIdentifier(subscriber)] = subscriber }
        return subscriber
    }

    fileprivate func remove(_ subscriber: InProcessSubscriber) {
        storage.withLock { $0.subscribers[ObjectIdentifier(subscriber)] = nil }
    }
}

/// Its twin. Holds at most `bound` messages, and drops the oldest for a new one.
package final class InProcessSubscriber: PollableSubscriber {
    private struct Storage {
        var closed = false
        var messages: [[UInt8]] = []
    }

    private let storage = Mutex(Storage())
    private let bound: Int
    /// Signalled while messages wait, and from the end on.
    private let signal: EventSignal
    private weak let publisher: InProcessPublisher?

    fileprivate init(of publisher: InProcessPublisher, bound: Int) throws(SystemError) {
        self.publisher = publisher
        self.bound = max(bound, 1)
        signal = try EventSignal()
    }

    package var fileDescriptor: Int32 { signal.fileDescriptor }

    package func receive() throws(RPCError) -> [UInt8]? {
        let (message, closed) = storage.withLock { storage in
            if storage.messages.isEmpty, !storage.closed { signal.clear() }
            return (storage.messages.isEmpty ? nil : storage.messages.removeFirst(), storage.closed)
        }
        guard message != nil || !closed else { throw RPCError(.unavailable, "the subscriber is closed") }
        return message
    }

    fileprivate func offer(_ message: [UInt8]) {
        storage.withLock { storage in
            guard !storage.closed else { return }
            if storage.messages.count >= bound { storage.messages.removeFirst() }
            storage.messages.append(message)
            signal.signal()
        }
    }

    package func reconnect() {}

    package func close() {
        storage.withLock { $0.closed = true }
        signal.signal()
        publisher?.remove(self)
    }
}
