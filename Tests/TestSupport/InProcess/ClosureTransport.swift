package import RPC
import Synchronization

/// Answers from a closure on the calling thread: a coordinator as a test needs it.
package final class ClosureTransport: BlockingRequestTransport {
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
