import Synchronization

/// A server in this process: the twin of a listening socket, for tests and for clients that live beside the server.
/// It sets no bound of its own on the requests in flight: each runs on its caller's task.
package final class InProcessRequestListener: RequestListener {
    package let endpoint: Endpoint
    private let handler = Mutex<RequestHandler?>(nil)
    /// Raised when `run` begins, or will never begin.
    private let decided = Signal()
    private let stopped = Signal()

    package init(endpoint: Endpoint = Endpoint(host: "localhost", port: 7_700)) {
        self.endpoint = endpoint
    }

    package func run(_ handler: @escaping RequestHandler) async {
        if !stopped.isRaised { self.handler.withLock { $0 = handler } }
        decided.raise()
        await stopped.wait()
        beginGracefulShutdown()
    }

    package func beginGracefulShutdown() {
        handler.withLock { $0 = nil }
        stopped.raise()
        decided.raise()
    }

    /// Waits for `run`; nil where the listener has stopped.
    func awaitHandler() async -> RequestHandler? {
        await decided.wait()
        return handler.withLock { $0 }
    }
}

/// The client's side: calls the listener's handler on the caller's task.
package final class InProcessRequestTransport: RequestTransport {
    private let listener: @Sendable () -> InProcessRequestListener
    private let closed = Signal()
    private let peer: String
    private let sleep: Sleep

    /// - Parameter listener: asked for each call, so that a server can be replaced as by a restart.
    package init(
        peer: String = "in-process",
        sleep: @escaping Sleep = monotonicSleep,
        listener: @escaping @Sendable () -> InProcessRequestListener
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
            throw RPCError(.resourceExhausted, "cannot send a request of \(request.count) bytes: the limit is 1 MiB")
        }
        guard !closed.isRaised else { throw Self.closedError }
        let (listener, peer) = (listener(), peer)
        let late = RPCError(.deadlineExceeded, "no answer within \(timeout)")
        do throws(RPCError) {
            let answer = try await withDeadline(timeout, sleep: sleepOrClose, late: late, strict: true) {
                () async throws(RPCError) -> [UInt8] in
                guard let handler = await listener.awaitHandler() else {
                    if Task.isCancelled { throw RPCError(.cancelled, "the call was cancelled") }
                    throw RPCError(.unavailable, "the server in this process does not run")
                }
                return await handler(request, peer)
            }
            guard !Task.isCancelled else { throw RPCError(.cancelled, "the call was cancelled") }
            return answer
        } catch {
            throw closed.isRaised && error.code == .deadlineExceeded ? Self.closedError : error
        }
    }

    package var remoteHost: String? { nil }

    package func close() { closed.raise() }

    private static let closedError = RPCError(.unavailable, "the connection was closed by this program")

    /// Ends early when the transport is closed.
    private var sleepOrClose: Sleep {
        { [closed, sleep] duration in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await sleep(duration) }
                group.addTask { await closed.wait() }
                try await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
    }
}

/// A blocking transport that answers from a closure on the calling thread: the coordinator of a room's tests.
package final class InProcessBlockingRequestTransport: BlockingRequestTransport {
    private let handler: @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]
    private let closed = Atomic(false)

    package init(handler: @escaping @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]) {
        self.handler = handler
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        guard !closed.load(ordering: .acquiring) else {
            throw RPCError(.unavailable, "the connection was closed by this program")
        }
        return try handler(request, timeout)
    }

    package var remoteHost: String? { nil }

    package func reconnect() {}

    package func close() { closed.store(true, ordering: .releasing) }
}
