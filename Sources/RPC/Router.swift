/// Finds the handler of each request and always has an answer. A value: registered once, then shared.
package struct Router: Sendable {
    /// The longest that a handler may take, whatever the caller asked for.
    package static let longestTimeout = Duration.seconds(60)

    private var handlers: [MethodDescriptor: CallHandler] = [:]
    private var interceptors: [any ServerInterceptor] = []
    private let roleOf: @Sendable (_ peer: String, _ metadata: Metadata) -> CallerRole
    private let sleep: Sleep

    /// - Parameter roleOf: says what a caller may do; without it everybody may do everything.
    package init(
        roleOf: @escaping @Sendable (_ peer: String, _ metadata: Metadata) -> CallerRole = { _, _ in .admin },
        sleep: @escaping Sleep = monotonicSleep
    ) {
        self.roleOf = roleOf
        self.sleep = sleep
    }

    /// - Precondition: the method is not registered yet.
    package mutating func register(_ method: MethodDescriptor, handler: @escaping CallHandler) {
        precondition(handlers[method] == nil, "\(method) is registered twice")
        handlers[method] = handler
    }

    package mutating func add(_ interceptor: any ServerInterceptor) { interceptors.append(interceptor) }

    package var methods: Set<MethodDescriptor> { Set(handlers.keys) }

    /// Answers one request. Returns within the request's timeout if the handler obeys cancellation.
    /// - Parameter requestBytes: anything at all.
    /// - Returns: an encoded response.
    package func handle(_ requestBytes: [UInt8], peer: String) async -> [UInt8] {
        do throws(RPCError) {
            let request = try RequestEnvelope(decoding: requestBytes)
            return ResponseEnvelope(payload: try await dispatch(request, peer: peer)).encoded()
        } catch {
            return ResponseEnvelope(error: error).encoded()
        }
    }

    private func dispatch(_ request: RequestEnvelope, peer: String) async throws(RPCError) -> [UInt8] {
        guard let handler = handlers[request.method] else {
            throw RPCError(
                .unimplemented,
                "this program has no method \(request.method): it is older or newer than the caller; update the older"
            )
        }
        let asked = Duration.milliseconds(Int64(request.timeoutMilliseconds))
        let timeout = request.timeoutMilliseconds == 0 ? Self.longestTimeout : min(asked, Self.longestTimeout)
        let context = CallContext(
            method: request.method,
            peer: peer,
            role: roleOf(peer, request.metadata),
            metadata: request.metadata,
            timeout: timeout
        )
        var chain = handler
        for interceptor in interceptors.reversed() { chain = Self.link(interceptor, before: chain) }
        let serve = chain
        let late = RPCError(.deadlineExceeded, "\(request.method) was not done within \(timeout)")
        return try await withDeadline(timeout, sleep: sleep, late: late) { () async throws(RPCError) -> [UInt8] in
            try await serve(request.payload, context)
        }
    }

    private static func link(_ interceptor: any ServerInterceptor, before next: @escaping CallHandler) -> CallHandler {
        { (payload: [UInt8], context: CallContext) async throws(RPCError) -> [UInt8] in
            try await interceptor.intercept(payload, context, next: next)
        }
    }
}
