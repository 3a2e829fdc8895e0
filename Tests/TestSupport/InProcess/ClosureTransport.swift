package import RPC
import Synchronization

/// Answers from a closure on the calling thread: a coordinator as a test needs it.
package final class ClosureTransport: BlockingRequestTransport {
    private let handler: @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]
    private let closed = Atomic(false)
    /// Where the answers are said to come from.
    private let host = Mutex<String?>(nil)

    package init(handler: @escaping @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8]) {
        self.handler = handler
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        guard !closed.load(ordering: .acquiring) else {
            throw RPCError(.unavailable, "the connection was closed by this program")
        }
        return try handler(request, timeout)
    }

    package var remoteHost: String? { host.withLock { $0 } }

    package func move(to host: String) { self.host.withLock { $0 = host } }

    package func reconnect() {}

    package func close() { closed.store(true, ordering: .releasing) }
}
