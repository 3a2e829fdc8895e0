import CNNG
import RPC
import Synchronization

/// Owns one nng socket, its dialer or listener, and knows its connections. Every connection of Tutti is made here, with
/// a `TransportSecurity`.
final class NNGSocket: Sendable {
    let raw: nng_socket
    private let connections: Connections
    private let isClosed = Atomic(false)

    /// - Parameters:
    ///   - maximumMessage: bytes; a longer one from a peer ends that peer's connection.
    init(
        opening open: (UnsafeMutablePointer<nng_socket>) -> Int32,
        maximumMessage: Int
    ) throws(RPCError) {
        var socket = nng_socket()
        let code = open(&socket)
        guard code == 0 else {
            throw RPCError(.resourceExhausted, "cannot open a socket: \(NNGResult.text(code))", rawCode: code)
        }
        raw = socket
        connections = Connections()
        let context = Unmanaged.passUnretained(connections).toOpaque()
        // Cannot fail on a socket that was just opened.
        nng_pipe_notify(raw, NNG_PIPE_EV_ADD_POST, connectionChanged, context)
        nng_pipe_notify(raw, NNG_PIPE_EV_REM_POST, connectionChanged, context)
        nng_socket_set_size(raw, NNG_OPT_RECVMAXSZ, maximumMessage)
        nng_socket_set_ms(raw, NNG_OPT_RECONNMINT, 100)
        nng_socket_set_ms(raw, NNG_OPT_RECONNMAXT, 2_000)
    }

    deinit { close() }

    /// Ends every operation on the socket, from any thread; returns when its connections are gone. Only the first call
    /// does anything.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        nng_close(raw)
    }

    var closed: Bool { isClosed.load(ordering: .acquiring) }

    var connectionCount: Int { connections.ids.withLock { $0.count } }

    /// Closes the present connections; a dialer makes new ones by itself.
    func dropConnections() {
        for id in connections.ids.withLock({ Array($0) }) { nng_pipe_close(nng_pipe(id: id)) }
    }

    /// - Returns: where it listens: `endpoint` with the port that was bound.
    func listen(on endpoint: Endpoint, security: TransportSecurity) throws(RPCError) -> Endpoint {
        try security.check(listeningOn: endpoint)
        var listener = nng_listener()
        var code = nng_listener_create(&listener, raw, NNGAddress.url(endpoint, security))
        if code == 0 {
            nng_listener_set_bool(listener, NNG_OPT_TCP_KEEPALIVE, true)
            code = nng_listener_start(listener, 0)
        }
        guard code == 0 else { throw NNGResult.listenError(code, endpoint) }
        var port: Int32 = 0
        if nng_listener_get_int(listener, NNG_OPT_TCP_BOUND_PORT, &port) == 0, let bound = UInt16(exactly: port) {
            return endpoint.with(port: bound)
        }
        return endpoint
    }

    /// Connects in the background, for ever: 100 ms to 2 s between attempts.
    func dial(_ endpoint: Endpoint, security: TransportSecurity) throws(RPCError) {
        let dialer = try makeDialer(endpoint, security)
        let code = nng_dialer_start(dialer, Int32(NNG_FLAG_NONBLOCK))
        guard code == 0 else { throw NNGResult.dialError(code, endpoint) }
    }

    func makeDialer(_ endpoint: Endpoint, _ security: TransportSecurity) throws(RPCError) -> nng_dialer {
        try security.check(dialing: endpoint)
        var dialer = nng_dialer()
        let code = nng_dialer_create(&dialer, raw, NNGAddress.url(endpoint, security))
        guard code == 0 else { throw NNGResult.dialError(code, endpoint) }
        nng_dialer_set_bool(dialer, NNG_OPT_TCP_KEEPALIVE, true)
        return dialer
    }
}

/// The pipes that are connected now.
private final class Connections: Sendable {
    let ids = Mutex<Set<UInt32>>([])
}

/// Runs on nng's threads. A global function and not a closure, so that it inherits no isolation.
private func connectionChanged(_ pipe: nng_pipe, _ event: nng_pipe_ev, _ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let connections = Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue()
    connections.ids.withLock { ids in
        if event == NNG_PIPE_EV_ADD_POST {
            ids.insert(pipe.id)
        } else {
            ids.remove(pipe.id)
        }
    }
}
