import CNNG
package import RPC

/// Publishes to every subscriber of a TCP port: nng's PUB protocol. A subscriber that does not keep up loses the oldest
/// messages of its own queue; nobody else notices.
package final class NNGPublisher: MessagePublisher {
    /// Where it listens, with the port that was bound.
    package let endpoint: Endpoint
    private let socket: NNGSocket

    /// Binds at once. Port 0 takes any free port.
    /// - Parameter queue: messages held for each subscriber behind what the kernel holds, 1 to 8192.
    package init(
        listeningOn endpoint: Endpoint,
        security: TransportSecurity,
        queue: Int = 128,
        limit: ConnectionLimit = .standard
    ) throws(RPCError) {
        // Subscribers say nothing, so what they may send is short.
        socket = try NNGSocket(opening: { nng_pub0_open($0) }, maximumMessage: 1_024, limit: limit)
        nng_socket_set_int(socket.raw, NNG_OPT_SENDBUF, Int32(min(max(queue, 1), 8_192)))
        self.endpoint = try socket.listen(on: endpoint, security: security)
    }

    package func publish(_ message: [UInt8]) throws(RPCError) {
        let raw = try NNGMessage.make(message)
        let code = nng_sendmsg(socket.raw, raw, Int32(NNG_FLAG_NONBLOCK))
        guard code == 0 else {
            nng_msg_free(raw)
            let reason = socket.closed ? "the publisher is closed" : NNGResult.text(code)
            throw RPCError(.unavailable, "cannot publish on \(endpoint): \(reason)", rawCode: code)
        }
    }

    package var subscriberCount: Int { socket.connectionCount }

    package func close() { socket.close(patience: NNGSocket.patience) }
}
