package import RPC

extension NNGBlockingRequestTransport {
    /// Connects now and blocks the calling thread meanwhile, for programs that must know at once whether anybody is
    /// there. Later losses of the connection are repaired in the background.
    /// - Throws: `.unavailable` where nobody answers: at once where nobody listens, else after `timeout`.
    package static func connect(
        to endpoint: Endpoint,
        security: TransportSecurity,
        timeout: Duration
    ) throws(RPCError) -> NNGBlockingRequestTransport {
        let transport = try NNGBlockingRequestTransport(endpoint)
        try security.check(dialing: endpoint)
        let attempt = try DetachedCall { transport.socket.dialBlocking(endpoint, security) }
        let code = try attempt.result(within: timeout)
        if code != 0 {
            // Closing ends a dial that still blocks.
            transport.close()
            throw NNGResult.dialError(code, endpoint)
        }
        return transport
    }
}
