import Synchronization

/// A server in this process: the twin of a listening socket, for tests and for clients that live beside the server.
/// It sets no bound of its own on the requests in flight: each runs on its caller's task.
package final class InProcessRequestListener: RequestListener {
    private enum State {
        case waiting
        case running(RequestHandler)
        case stopped
    }

    private struct Storage {
        var state = State.waiting
        var stop: CheckedContinuation<Void, Never>?
    }

    package let endpoint: Endpoint
    private let storage = Mutex(Storage())

    package init(endpoint: Endpoint = Endpoint(host: "localhost", port: 7_700)) {
        self.endpoint = endpoint
    }

    package func run(_ handler: @escaping RequestHandler) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let stopped = storage.withLock { storage in
                    if case .stopped = storage.state { return true }
                    storage.state = .running(handler)
                    storage.stop = continuation
                    return false
                }
                if stopped { continuation.resume() }
            }
        } onCancel: {
            beginGracefulShutdown()
        }
    }

    package func beginGracefulShutdown() {
        let stop = storage.withLock { storage in
            storage.state = .stopped
            defer { storage.stop = nil }
            return storage.stop
        }
        stop?.resume()
    }

    var handler: RequestHandler? {
        storage.withLock { storage in
            guard case .running(let handler) = storage.state else { return nil }
            return handler
        }
    }
}

/// The client's side: calls the listener's handler on the caller's task.
package final class InProcessRequestTransport: RequestTransport {
    /// Replaced to model a server that was restarted.
    private let listener: @Sendable () -> InProcessRequestListener?
    private let closed = Atomic(false)
    private let peer: String
    private let sleep: Sleep

    package init(
        peer: String = "in-process",
        sleep: @escaping Sleep = monotonicSleep,
        listener: @escaping @Sendable () -> InProcessRequestListener?
    ) {
        self.listener = listener
        self.peer = peer
        self.sleep = sleep
    }

    package convenience init(_ listener: InProcessRequestListener, peer: String = "in-process") {
        self.init(peer: peer) { listener }
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) async throws(RPCError) -> [UInt8] {
        guard request.count <= EnvelopeLimits.message else {
            throw RPCError(.resourceExhausted, "a request of \(request.count) bytes is above the limit of 1 MiB")
        }
        guard !closed.load(ordering: .acquiring), let handler = listener()?.handler else {
            throw RPCError(.unavailable, "the server in this process does not run")
        }
        let late = RPCError(.deadlineExceeded, "no answer within \(timeout)")
        let peer = peer
        let answer = try await withDeadline(timeout, sleep: sleep, late: late) { await handler(request, peer) }
        guard !Task.isCancelled else { throw RPCError(.cancelled, "the call was cancelled") }
        return answer
    }

    package func close() { closed.store(true, ordering: .releasing) }
}

/// A blocking transport that answers from a closure on the calling thread: the coordinator of a room's tests.
package final class InProcessBlockingRequestTransport: BlockingRequestTransport {
    private let handler: @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]
    private let closed = Atomic(false)

    package init(handler: @escaping @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]) {
        self.handler = handler
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        guard !closed.load(ordering: .acquiring) else { throw RPCError(.unavailable, "the connection is closed") }
        return try handler(request, timeout)
    }

    package func close() { closed.store(true, ordering: .releasing) }
}
