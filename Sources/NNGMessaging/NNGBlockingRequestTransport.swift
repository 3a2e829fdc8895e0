import CNNG
package import RPC
import Synchronization

/// Makes calls over one TCP connection, for plain threads: nng's REQ protocol with a context for each call, so that any
/// number are under way at once and a late answer is never taken for another call's.
package final class NNGBlockingRequestTransport: BlockingRequestTransport {
    private let endpoint: Endpoint
    let socket: NNGSocket
    /// Calls in a row that were sent and not answered in time.
    private let unanswered = Atomic(0)
    /// The pipe of the last answer: nng tells of a new connection later than the first answer may come.
    private let lastPipe = Atomic<UInt32>(0)
    /// After so many the connection is taken for dead: a peer that lost power says no goodbye, and TCP would notice
    /// only after minutes.
    private static let unansweredLimit = 3

    /// Connects in the background, for ever. Calls wait for the connection as long as their timeout.
    package convenience init(dialing endpoint: Endpoint, security: TransportSecurity) throws(RPCError) {
        try self.init(endpoint)
        try socket.dial(endpoint, security: security)
    }

    /// Not connected yet.
    init(_ endpoint: Endpoint) throws(RPCError) {
        self.endpoint = endpoint
        socket = try NNGSocket(opening: { nng_req0_open($0) }, maximumMessage: EnvelopeLimits.message + 64)
        // A request is sent once. nng would send it again after a time or on a new connection, and a call that is not
        // idempotent would be done twice.
        nng_socket_set_ms(socket.raw, NNG_OPT_REQ_RESENDTIME, NNG_DURATION_INFINITE)
    }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        guard request.count <= EnvelopeLimits.message else {
            throw RPCError(
                .resourceExhausted,
                "cannot send a request of \(request.count) bytes to \(endpoint): the limit is \(EnvelopeLimits.message)"
            )
        }
        guard !socket.closed else { throw failure(Int32(NNG_ECLOSED.rawValue), sent: false) }
        let deadline = nng_clock() + nng_time(max(timeout.wholeMilliseconds, 1))
        var context = nng_ctx()
        let code = nng_ctx_open(&context, socket.raw)
        guard code == 0 else { throw failure(code, sent: false) }
        defer { nng_ctx_close(context) }
        let operation = try BlockingOperation()
        let sent = operation.send(try NNGMessage.make(request), context, until: deadline)
        guard sent == 0 else { throw failure(sent, sent: false) }
        let (received, message) = operation.receive(context, until: deadline)
        guard received == 0, let answer = message else { throw failure(received, sent: true) }
        lastPipe.store(nng_msg_get_pipe(answer).id, ordering: .relaxed)
        unanswered.store(0, ordering: .relaxed)
        return NNGMessage.take(answer)
    }

    private func failure(_ code: Int32, sent: Bool) -> RPCError {
        if !sent { socket.tryNextRoute() }
        if sent, code == Int32(NNG_ETIMEDOUT.rawValue) {
            let count = unanswered.wrappingAdd(1, ordering: .relaxed).newValue
            if count >= Self.unansweredLimit {
                unanswered.store(0, ordering: .relaxed)
                socket.reconnect()
            }
        }
        return NNGResult.callError(code, endpoint, sent: sent)
    }

    package var remoteHost: String? {
        NNGAddress.host(of: nng_pipe(id: lastPipe.load(ordering: .relaxed))) ?? socket.remoteHost
    }

    package func reconnect() { socket.reconnect() }

    package func close() { socket.close() }
}

/// One nng operation at a time, which the calling thread waits for. Never to be used on one of nng's own threads.
private struct BlockingOperation: ~Copyable {
    private let raw: OpaquePointer

    init() throws(RPCError) {
        var raw: OpaquePointer?
        let code = nng_aio_alloc(&raw, nil, nil)
        guard code == 0, let raw else {
            throw RPCError(.resourceExhausted, "cannot start an operation: \(NNGResult.text(code))", rawCode: code)
        }
        self.raw = raw
    }

    deinit { nng_aio_free(raw) }

    /// Takes the message over, whatever comes of it.
    /// - Returns: nng's result code.
    func send(_ message: OpaquePointer, _ context: nng_ctx, until deadline: nng_time) -> Int32 {
        nng_aio_set_msg(raw, message)
        let code = run(until: deadline) { nng_ctx_send(context, $0) }
        // One that was sent is nng's.
        if code != 0, let unsent = nng_aio_get_msg(raw) { nng_msg_free(unsent) }
        nng_aio_set_msg(raw, nil)
        return code
    }

    func receive(_ context: nng_ctx, until deadline: nng_time) -> (code: Int32, message: OpaquePointer?) {
        (run(until: deadline) { nng_ctx_recv(context, $0) }, nng_aio_get_msg(raw))
    }

    private func run(until deadline: nng_time, _ start: (OpaquePointer) -> Void) -> Int32 {
        let now = nng_clock()
        nng_aio_set_timeout(raw, deadline > now ? Int32(clamping: deadline - now) : 1)
        start(raw)
        nng_aio_wait(raw)
        return nng_aio_result(raw)
    }
}
