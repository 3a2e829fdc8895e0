private import CNNG
import RPC

/// nng's result codes, as the closed set of cases that differ to a caller.
enum NNGResult {
    static func text(_ code: Int32) -> String { nng_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// Why `endpoint` cannot be listened on.
    static func listenError(_ code: Int32, _ endpoint: Endpoint) -> RPCError {
        let (status, reason): (StatusCode, String) =
            switch nng_errno_enum(UInt32(bitPattern: code)) {
            case NNG_EADDRINUSE:
                (.alreadyExists, "another program listens there; stop it, or choose another port with --port")
            case NNG_EPERM:
                (.permissionDenied, "this user may not; ports below 1024 are for root, choose another with --port")
            case NNG_EADDRINVAL:
                (.invalidArgument, "no network interface of this machine has that address; check --listen")
            case NNG_ENOFILES, NNG_ENOMEM:
                (.resourceExhausted, "\(text(code)); raise the limit of open files or memory")
            default:
                (.unavailable, "\(text(code))")
            }
        return RPCError(status, "cannot listen on \(endpoint): \(reason)", rawCode: code)
    }

    /// Why `endpoint` cannot be connected to. Always `.unavailable`, for the remedy is the same: see that it runs, try
    /// again.
    static func dialError(_ code: Int32, _ endpoint: Endpoint) -> RPCError {
        let reason =
            switch nng_errno_enum(UInt32(bitPattern: code)) {
            case NNG_ECONNREFUSED: "nothing listens there; start tutti-coordinator, or check the address and port"
            case NNG_ETIMEDOUT, NNG_ECLOSED, NNG_ECANCELED: "no answer in time; check the address and the network"
            case NNG_EADDRINVAL, NNG_EAGAIN, NNG_ENOENT: "the host name cannot be resolved; check its spelling"
            case NNG_EUNREACHABLE: "the network has no way to that host; check the address and the network"
            case NNG_EPROTO: "what listens there is no coordinator; check the port"
            default: "\(text(code)); check that tutti-coordinator runs there"
            }
        return RPCError(.unavailable, "cannot connect to \(endpoint): \(reason)", rawCode: code)
    }

    /// Why a call did not come back.
    static func callError(_ code: Int32, _ peer: Endpoint, sent: Bool) -> RPCError {
        let (status, message): (StatusCode, String) =
            switch nng_errno_enum(UInt32(bitPattern: code)) {
            case NNG_ETIMEDOUT where sent:
                (.deadlineExceeded, "\(peer) did not answer in time: the call may have been carried out")
            case NNG_ETIMEDOUT:
                (.unavailable, "\(peer) is not connected: check that tutti-coordinator runs there")
            case NNG_ECANCELED:
                (.cancelled, "the call to \(peer) was cancelled")
            case NNG_ECLOSED:
                (.unavailable, "the connection to \(peer) was closed by this program")
            case NNG_ECONNRESET, NNG_ECONNABORTED:
                (.unavailable, "the connection to \(peer) broke before the answer: the call may have been carried out")
            case NNG_EMSGSIZE, NNG_ENOMEM:
                (.resourceExhausted, "the call to \(peer) is too large: \(text(code))")
            default:
                (.unavailable, "the call to \(peer) failed: \(text(code))")
            }
        var error = RPCError(status, message, rawCode: code)
        error.isUnsent = !sent && code == Int32(NNG_ETIMEDOUT.rawValue)
        return error
    }
}
