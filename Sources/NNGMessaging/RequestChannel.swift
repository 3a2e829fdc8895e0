import CNNG
import RPC
import Synchronization

/// What both kinds of calling transport share: the REQ socket and the judgement of results.
final class RequestChannel: Sendable {
    let socket: NNGSocket
    private let endpoint: Endpoint
    /// Calls in a row that were sent and not answered in time.
    private let unanswered = Atomic(0)
    /// The pipe of the last answer: nng tells of a new connection later than the first answer may come.
    private let lastPipe = Atomic<UInt32>(0)
    /// After so many the connection is taken for dead: a peer that lost power says no goodbye, and TCP would notice
    /// only after minutes.
    private static let unansweredLimit = 3

    init(_ endpoint: Endpoint) throws(RPCError) {
        self.endpoint = endpoint
        socket = try NNGSocket(opening: { nng_req0_open($0) }, maximumMessage: EnvelopeLimits.message + 64)
        // A request is sent once. nng would send it again after a time or on a new connection, and a call that is not
        // idempotent would be done twice.
        nng_socket_set_ms(socket.raw, NNG_OPT_REQ_RESENDTIME, NNG_DURATION_INFINITE)
    }

    /// A call that has its context and its message, and no operation yet. The caller closes the context.
    struct Call {
        let context: nng_ctx
        let message: OpaquePointer
        private let deadline: nng_time

        init(context: nng_ctx, message: OpaquePointer, timeoutMilliseconds: Int32) {
            self.context = context
            self.message = message
            deadline = nng_clock() + nng_time(timeoutMilliseconds)
        }

        /// At least 1.
        var remainingMilliseconds: Int32 {
            let now = nng_clock()
            return deadline > now ? Int32(clamping: deadline - now) : 1
        }
    }

    func begin(_ request: [UInt8], timeout: Duration) throws(RPCError) -> Call {
        guard request.count <= EnvelopeLimits.message else {
            throw RPCError(
                .resourceExhausted,
                "cannot send a request of \(request.count) bytes to \(endpoint): the limit is \(EnvelopeLimits.message)"
            )
        }
        var context = nng_ctx()
        let code = nng_ctx_open(&context, socket.raw)
        guard code == 0 else { throw failure(code, sent: false) }
        do throws(RPCError) {
            let message = try NNGMessage.make(request)
            return Call(context: context, message: message, timeoutMilliseconds: timeout.nngMilliseconds)
        } catch {
            nng_ctx_close(context)
            throw error
        }
    }

    func success(_ message: OpaquePointer) -> [UInt8] {
        lastPipe.store(nng_msg_get_pipe(message).id, ordering: .relaxed)
        unanswered.store(0, ordering: .relaxed)
        return NNGMessage.take(message)
    }

    var remoteHost: String? {
        NNGAddress.host(of: nng_pipe(id: lastPipe.load(ordering: .relaxed))) ?? socket.remoteHost
    }

    func failure(_ code: Int32, sent: Bool) -> RPCError {
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
}
