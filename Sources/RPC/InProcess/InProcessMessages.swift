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
    package func subscribe(bound: Int = 128, sleep: @escaping Sleep = monotonicSleep) -> InProcessSubscriber {
        let subscriber = InProcessSubscriber(bound: bound, sleep: sleep)
        storage.withLock { $0.subscribers[ObjectIdentifier(subscriber)] = subscriber }
        subscriber.onClose { [weak self, weak subscriber] in
            guard let self, let subscriber else { return }
            let id = ObjectIdentifier(subscriber)
            self.storage.withLock { $0.subscribers[id] = nil }
        }
        return subscriber
    }
}

/// Holds at most `bound` messages, and drops the oldest for a new one.
package final class InProcessSubscriber: MessageSubscriber {
    private typealias Waiter = CheckedContinuation<Result<[UInt8], RPCError>, Never>

    private struct Storage {
        var closed = false
        var messages: [[UInt8]] = []
        var waiter: Waiter?
        var closeActions: [@Sendable () -> Void] = []
        /// Called after each message that is queued.
        var arrival: (@Sendable () -> Void)?
    }

    private let storage = Mutex(Storage())
    private let bound: Int
    private let sleep: Sleep

    init(bound: Int, sleep: @escaping Sleep) {
        self.bound = max(bound, 1)
        self.sleep = sleep
    }

    package func receive(timeout: Duration) async throws(RPCError) -> [UInt8] {
        let late = RPCError(.deadlineExceeded, "no message within \(timeout)")
        return try await withDeadline(timeout, sleep: sleep, late: late) { () async throws(RPCError) -> [UInt8] in
            try await self.next()
        }
    }

    /// The oldest message held, without waiting.
    package func poll() throws(RPCError) -> [UInt8]? {
        let (message, closed) = storage.withLock { ($0.messages.isEmpty ? nil : $0.messages.removeFirst(), $0.closed) }
        guard message != nil || !closed else { throw Self.closedError }
        return message
    }

    /// `action` runs on the publisher's thread whenever a message has been queued.
    package func onArrival(_ action: @escaping @Sendable () -> Void) { storage.withLock { $0.arrival = action } }

    package func reconnect() {}

    package func close() {
        let (waiter, actions) = storage.withLock { storage -> (Waiter?, [@Sendable () -> Void]) in
            storage.closed = true
            defer {
                storage.waiter = nil
                storage.closeActions = []
            }
            return (storage.waiter, storage.closeActions)
        }
        waiter?.resume(returning: .failure(Self.closedError))
        for action in actions { action() }
    }

    func onClose(_ action: @escaping @Sendable () -> Void) { storage.withLock { $0.closeActions.append(action) } }

    func offer(_ message: [UInt8]) {
        let (waiter, arrival) = storage.withLock { storage -> (Waiter?, (@Sendable () -> Void)?) in
            guard !storage.closed else { return (nil, nil) }
            if let waiter = storage.waiter {
                storage.waiter = nil
                return (waiter, nil)
            }
            if storage.messages.count >= bound { storage.messages.removeFirst() }
            storage.messages.append(message)
            return (nil, storage.arrival)
        }
        waiter?.resume(returning: .success(message))
        arrival?()
    }

    private static let closedError = RPCError(.unavailable, "the subscriber is closed")

    private func next() async throws(RPCError) -> [UInt8] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiter) in
                let answer = storage.withLock { storage -> Result<[UInt8], RPCError>? in
                    if !storage.messages.isEmpty { return .success(storage.messages.removeFirst()) }
                    if storage.closed { return .failure(Self.closedError) }
                    if Task.isCancelled { return .failure(Self.cancelledError) }
                    storage.waiter = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = storage.withLock { storage -> Waiter? in
                defer { storage.waiter = nil }
                return storage.waiter
            }
            waiter?.resume(returning: .failure(Self.cancelledError))
        }
        return try result.get()
    }

    private static let cancelledError = RPCError(.cancelled, "waiting for a message was cancelled")
}
