import CNNG
import Glibc
package import RPC

/// How much a subscriber takes in.
package struct SubscriberLimits: Sendable {
    /// Messages held until they are received, 1 to 8192; the oldest are dropped for new ones.
    package var queue: Int
    /// The longest message, in bytes; a publisher that sends a longer one is disconnected.
    package var message: Int

    package init(queue: Int, message: Int) {
        self.queue = queue
        self.message = message
    }

    /// 1,024 messages, 256 KiB each at most.
    package static let audio = SubscriberLimits(queue: 1_024, message: 256 << 10)
    /// 256 messages, 1 MiB each at most.
    package static let events = SubscriberLimits(queue: 256, message: EnvelopeLimits.message)
}

/// Receives everything that one publisher publishes, connecting in the background for ever.
package final class NNGPollableSubscriber: PollableSubscriber {
    package let fileDescriptor: Int32
    private let socket: NNGSocket
    private let endpoint: Endpoint

    package init(
        dialing endpoint: Endpoint,
        security: TransportSecurity,
        limits: SubscriberLimits = .audio
    ) throws(RPCError) {
        self.endpoint = endpoint
        socket = try NNGSocket(opening: { nng_sub0_open($0) }, maximumMessage: limits.message)
        nng_socket_set_int(socket.raw, NNG_OPT_RECVBUF, Int32(min(max(limits.queue, 1), 8_192)))
        nng_socket_set(socket.raw, NNG_OPT_SUB_SUBSCRIBE, "", 0)
        try socket.dial(endpoint, security: security)
        var shared: Int32 = -1
        let code = nng_socket_get_int(socket.raw, NNG_OPT_RECVFD, &shared)
        // A descriptor of our own: nng closes its one with the socket, perhaps while a thread polls it.
        let own = code == 0 ? fcntl(shared, F_DUPFD_CLOEXEC, 0) : -1
        guard own >= 0 else {
            throw RPCError(.resourceExhausted, "cannot watch the connection to \(endpoint): too many open files")
        }
        fileDescriptor = own
    }

    deinit {
        socket.close()
        Glibc.close(fileDescriptor)
    }

    package func receive() throws(RPCError) -> [UInt8]? {
        guard !socket.closed else {
            throw RPCError(.unavailable, "cannot receive from \(endpoint): the connection was closed")
        }
        var message: OpaquePointer?
        let code = nng_recvmsg(socket.raw, &message, Int32(NNG_FLAG_NONBLOCK))
        if code == 0, let message { return NNGMessage.take(message) }
        if code == Int32(NNG_EAGAIN.rawValue) { return nil }
        throw RPCError(.unavailable, "cannot receive from \(endpoint): \(NNGResult.text(code))", rawCode: code)
    }

    package func reconnect() { socket.reconnect() }

    package func close() {
        socket.close()
        // nng's descriptor is an eventfd: adding to it wakes a thread that polls, which then learns of the end.
        var one: UInt64 = 1
        _ = write(fileDescriptor, &one, 8)
    }
}
