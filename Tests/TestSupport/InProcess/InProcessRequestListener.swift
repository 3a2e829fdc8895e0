package import RPC
import Synchronization

/// A server in this process: the twin of a listening socket. It sets no bound of its own on the requests in flight.
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

    static let stoppedError = RPCError(.unavailable, "the server in this process does not run")

    var hasStopped: Bool { stopped.isRaised }

    /// Waits for `run` with it.
    func answer(_ request: [UInt8], _ peer: String) async -> Result<[UInt8], RPCError> {
        await decided.wait()
        guard let handler = handler.withLock({ $0 }) else {
            return .failure(Self.stoppedError)
        }
        return .success(await handler(request, peer))
    }
}
