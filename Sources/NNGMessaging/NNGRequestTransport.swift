import CNNG
package import RPC
import Synchronization

/// Makes calls over one TCP connection, for tasks: nng's REQ protocol with a context for each call, so that any number
/// are under way at once and a late answer is never taken for another call's.
package final class NNGRequestTransport: RequestTransport {
    private let channel: RequestChannel

    /// Connects in the background, for ever. Calls wait for the connection as long as their timeout.
    package init(dialing endpoint: Endpoint, security: TransportSecurity) throws(RPCError) {
        channel = try RequestChannel(endpoint)
        try channel.socket.dial(endpoint, security: security)
    }

    private init(_ channel: RequestChannel) { self.channel = channel }

    /// Connects now. Later losses of the connection are repaired in the background.
    /// - Throws: `.unavailable` where nobody answers: at once where nobody listens, else after `timeout`.
    package static func connect(
        to endpoint: Endpoint,
        security: TransportSecurity,
        timeout: Duration = .seconds(3)
    ) async throws(RPCError) -> NNGRequestTransport {
        let channel = try RequestChannel(endpoint)
        try await BlockingDial.run(channel.socket, endpoint, security, timeout: timeout)
        return NNGRequestTransport(channel)
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) async throws(RPCError) -> [UInt8] {
        let call = try channel.begin(request, timeout: timeout)
        defer { nng_ctx_close(call.context) }
        let operation: AsyncOperation
        do throws(RPCError) {
            operation = try AsyncOperation()
        } catch {
            nng_msg_free(call.message)
            throw error
        }
        operation.setMessage(call.message)
        let context = call.context
        let sent = await operation.run(timeoutMilliseconds: call.remainingMilliseconds) { nng_ctx_send(context, $0) }
        guard sent == 0 else {
            if let message = operation.takeMessage() { nng_msg_free(message) }
            throw channel.failure(sent, sent: false)
        }
        operation.setMessage(nil)
        let code = await operation.run(timeoutMilliseconds: call.remainingMilliseconds) { nng_ctx_recv(context, $0) }
        guard code == 0, let message = operation.takeMessage() else { throw channel.failure(code, sent: true) }
        return channel.success(message)
    }

    package var remoteHost: String? { channel.remoteHost }

    package func close() { channel.socket.close() }
}

/// Makes calls over one TCP connection, for plain threads. Connects in the background, for ever.
package final class NNGBlockingRequestTransport: BlockingRequestTransport {
    private let channel: RequestChannel

    package init(dialing endpoint: Endpoint, security: TransportSecurity) throws(RPCError) {
        channel = try RequestChannel(endpoint)
        try channel.socket.dial(endpoint, security: security)
    }

    init(_ channel: RequestChannel) { self.channel = channel }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        let call = try channel.begin(request, timeout: timeout)
        defer { nng_ctx_close(call.context) }
        var allocated: OpaquePointer?
        let code = nng_aio_alloc(&allocated, nil, nil)
        guard code == 0, let operation = allocated else {
            nng_msg_free(call.message)
            throw channel.failure(code, sent: false)
        }
        // Freed on the caller's own thread, which is never one of nng's.
        defer { nng_aio_free(operation) }
        nng_aio_set_msg(operation, call.message)
        nng_aio_set_timeout(operation, call.remainingMilliseconds)
        nng_ctx_send(call.context, operation)
        nng_aio_wait(operation)
        let sent = nng_aio_result(operation)
        guard sent == 0 else {
            if let message = nng_aio_get_msg(operation) { nng_msg_free(message) }
            throw channel.failure(sent, sent: false)
        }
        nng_aio_set_msg(operation, nil)
        nng_aio_set_timeout(operation, call.remainingMilliseconds)
        nng_ctx_recv(call.context, operation)
        nng_aio_wait(operation)
        let received = nng_aio_result(operation)
        guard received == 0, let message = nng_aio_get_msg(operation) else {
            throw channel.failure(received, sent: true)
        }
        return channel.success(message)
    }

    package var remoteHost: String? { channel.remoteHost }

    package func reconnect() { channel.socket.reconnect() }

    package func close() { channel.socket.close() }
}
