import CNNG
import RPC
import Synchronization

/// Owns one nng socket, its dialer or listener, and knows its connections. Every connection of Tutti is made here, with
/// a `TransportSecurity`.
final class NNGSocket: Sendable {
    let raw: nng_socket
    private let connections: Connections
    private let route = Mutex(Route())
    private let isClosed = Atomic(false)

    /// - Parameters:
    ///   - maximumMessage: bytes; a longer one from a peer ends that peer's connection.
    ///   - limit: further peers are refused.
    init(
        opening open: (UnsafeMutablePointer<nng_socket>) -> Int32,
        maximumMessage: Int,
        limit: ConnectionLimit = .standard
    ) throws(RPCError) {
        var socket = nng_socket()
        let code = open(&socket)
        guard code == 0 else {
            throw RPCError(.resourceExhausted, "cannot open a socket: \(NNGResult.text(code))", rawCode: code)
        }
        raw = socket
        connections = Connections(limit)
        connections.follow(raw)
        nng_socket_set_size(raw, NNG_OPT_RECVMAXSZ, maximumMessage)
        nng_socket_set_ms(raw, NNG_OPT_RECONNMINT, 100)
        nng_socket_set_ms(raw, NNG_OPT_RECONNMAXT, 2_000)
    }

    deinit { close() }

    /// Ends every operation on the socket, from any thread. Only the first call does anything.
    ///
    /// nng's own closing has been seen to wait for ever, once in some hundred times on a busy machine: nobody waits for
    /// it longer than said here, and a socket that does not end is left to the process.
    /// - Parameter patience: how long to wait until the connections are gone.
    func close(patience: Duration = .zero) {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let (raw, connections) = (raw, connections)
        do throws(RPCError) {
            let closing = try DetachedCall {
                // nng tells these of each connection that goes.
                withExtendedLifetime(connections) { nng_close(raw) }
            }
            _ = try closing.result(within: patience)
        } catch {
            nng_close(raw)
        }
    }

    /// How long those wait for the end who offer a port that somebody may want to have again.
    static let patience = Duration.milliseconds(500)

    var closed: Bool { isClosed.load(ordering: .acquiring) }

    var connectionCount: Int { connections.ids.count }

    /// Runs `body`, whose task is cancelled when a connection has gone, so that nobody waits for it any more.
    func whileConnected<Value: Sendable>(
        _ pipe: nng_pipe,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        await connections.whileConnected(pipe, body)
    }

    /// Drops the connection or the attempt at one and dials anew at once: after an outage TCP would wait up to as long
    /// again, be it with data or with its first segment.
    func reconnect() {
        route.withLock { route in
            guard !route.urls.isEmpty else { return }
            if let dialer = route.dialer { nng_dialer_close(dialer) }
            for id in connections.ids { nng_pipe_close(nng_pipe(id: id)) }
            _ = startDialing(&route)
        }
    }

    /// - Returns: where it listens: `endpoint` with the port that was bound.
    func listen(on endpoint: Endpoint, security: TransportSecurity) throws(RPCError) -> Endpoint {
        try security.check(listeningOn: endpoint)
        var listener = nng_listener()
        var code = nng_listener_create(&listener, raw, NNGAddress.listenURL(endpoint, security))
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

    /// The host at the other end of a connection, numeric; nil while there is none.
    var remoteHost: String? {
        for id in connections.ids {
            if let host = NNGAddress.host(of: nng_pipe(id: id)) { return host }
        }
        return nil
    }

    /// Connects in the background, for ever: 100 ms to 2 s between attempts.
    func dial(_ endpoint: Endpoint, security: TransportSecurity) throws(RPCError) {
        try security.check(dialing: endpoint)
        let code = route.withLock { route in
            route.urls = NNGAddress.dialURLs(endpoint, security)
            return startDialing(&route)
        }
        guard code == 0 else { throw NNGResult.dialError(code, endpoint) }
    }

    /// Where there is no connection, goes on dialing the next of the host name's address families.
    func tryNextRoute() {
        guard connectionCount == 0 else { return }
        route.withLock { route in
            let now = nng_clock()
            // Every call that fails asks for this; a dialer needs some time to do its work.
            guard route.urls.count > 1, now >= route.nextChange else { return }
            route.nextChange = now + 1_000
            route.index = (route.index + 1) % route.urls.count
            if let dialer = route.dialer { nng_dialer_close(dialer) }
            _ = startDialing(&route)
        }
    }

    /// Connects now, on the calling thread, by any of the host name's address families.
    /// - Returns: 0, or the code that says most about what is wrong.
    func dialBlocking(_ endpoint: Endpoint, _ security: TransportSecurity) -> Int32 {
        let urls = NNGAddress.dialURLs(endpoint, security)
        var worst: Int32 = 0
        for (index, url) in urls.enumerated() {
            var dialer = nng_dialer()
            var code = nng_dialer_create(&dialer, raw, url)
            if code == 0 {
                nng_dialer_set_bool(dialer, NNG_OPT_TCP_KEEPALIVE, true)
                code = nng_dialer_start(dialer, 0)
            }
            if code == 0 {
                route.withLock { $0 = Route(urls: urls, index: index, dialer: dialer) }
                return 0
            }
            nng_dialer_close(dialer)
            // That a name has no address in one family says little.
            if worst == 0 || worst == Int32(NNG_EADDRINVAL.rawValue) { worst = code }
        }
        return worst
    }

    private func startDialing(_ route: inout Route) -> Int32 {
        var dialer = nng_dialer()
        let code = nng_dialer_create(&dialer, raw, route.urls[route.index])
        guard code == 0 else {
            route.dialer = nil
            return code
        }
        route.dialer = dialer
        nng_dialer_set_bool(dialer, NNG_OPT_TCP_KEEPALIVE, true)
        return nng_dialer_start(dialer, Int32(NNG_FLAG_NONBLOCK))
    }
}

/// How a server is being reached: the URLs for it and the dialer of the present one.
private struct Route {
    var urls: [String] = []
    var index = 0
    var dialer: nng_dialer?
    /// On nng's clock, in ms.
    var nextChange: nng_time = 0
}
