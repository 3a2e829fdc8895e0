/// Serves one method: the request's payload in, the response's payload out. Obeys cancellation; an error thrown is
/// what the caller is told.
package typealias CallHandler = @Sendable (_ payload: [UInt8], _ context: CallContext) async throws(RPCError) -> [UInt8]

/// Sees every call of a router between decoding and handler, in the order of registration.
package protocol ServerInterceptor: Sendable {
    /// Calls `next` once to let the call through, perhaps changed, or throws to refuse it.
    func intercept(
        _ payload: [UInt8],
        _ context: CallContext,
        next: CallHandler
    ) async throws(RPCError) -> [UInt8]
}

/// Refuses calls of callers whose role is not among those that the method allows.
package struct RoleCheck: ServerInterceptor {
    private let allowed: @Sendable (MethodDescriptor) -> Set<CallerRole>

    package init(allowed: @escaping @Sendable (MethodDescriptor) -> Set<CallerRole>) {
        self.allowed = allowed
    }

    package func intercept(
        _ payload: [UInt8],
        _ context: CallContext,
        next: CallHandler
    ) async throws(RPCError) -> [UInt8] {
        guard allowed(context.method).contains(context.role) else {
            throw RPCError(.permissionDenied, "\(context.method) is not allowed to a \(context.role)")
        }
        return try await next(payload, context)
    }
}
