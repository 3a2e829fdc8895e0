/// What a caller may do. Today everybody is an admin; the role will come from the caller's credentials.
package enum CallerRole: Hashable, Sendable, CaseIterable {
    /// May look.
    case listener
    /// May look, and change queue, transport and volumes.
    case controller
    /// May do everything that people do.
    case admin
    /// A room node: may register, report and fetch packets.
    case room
}

/// What a handler knows of the call besides its payload.
package struct CallContext: Sendable {
    package var method: MethodDescriptor
    /// Where the call comes from: `192.168.1.20:50312`, `[fe80::1]:50312`, or a twin's name in tests.
    package var peer: String
    package var role: CallerRole
    package var metadata: Metadata
    /// How long the caller was ready to wait when the request arrived; the handler's task is cancelled after it.
    package var timeout: Duration

    package init(
        method: MethodDescriptor,
        peer: String,
        role: CallerRole,
        metadata: Metadata = Metadata(),
        timeout: Duration
    ) {
        self.method = method
        self.peer = peer
        self.role = role
        self.metadata = metadata
        self.timeout = timeout
    }
}
