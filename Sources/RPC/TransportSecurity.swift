/// How a connection is protected. Every listener and dialer is made with one, so that encryption becomes one more
/// case and no second way to connect.
package struct TransportSecurity: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        /// Neither encrypted nor authenticated.
        case clear
    }

    package let mode: Mode
    /// The user accepts clear connections beyond this machine.
    package let allowInsecure: Bool

    package static func clear(allowInsecure: Bool = false) -> TransportSecurity {
        TransportSecurity(mode: .clear, allowInsecure: allowInsecure)
    }

    /// - Throws: `.failedPrecondition` where anyone on the network could reach the listener in clear.
    package func check(listeningOn endpoint: Endpoint) throws(RPCError) {
        guard mustRefuse(endpoint) else { return }
        throw RPCError(
            .failedPrecondition,
            """
            refusing to listen on \(endpoint) without encryption: anyone on the network could control this house; \
            use --insecure to accept that
            """
        )
    }

    /// - Throws: `.failedPrecondition` where the connection would leave this machine in clear.
    package func check(dialing endpoint: Endpoint) throws(RPCError) {
        guard mustRefuse(endpoint) else { return }
        throw RPCError(
            .failedPrecondition,
            """
            refusing to connect to \(endpoint) without encryption: anyone on the network could listen or pretend to be \
            it; use --insecure to accept that
            """
        )
    }

    private func mustRefuse(_ endpoint: Endpoint) -> Bool {
        switch mode {
        case .clear: !endpoint.isLoopback && !allowInsecure
        }
    }
}
