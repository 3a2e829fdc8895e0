/// Makes calls over a transport, for tasks.
package struct RPCClient: Sendable {
    package let transport: any RequestTransport
    /// Sent with every call.
    package var metadata: Metadata
    /// For calls that name no other.
    package var timeout: Duration

    package init(
        transport: any RequestTransport,
        metadata: Metadata = Metadata(),
        timeout: Duration = .seconds(5)
    ) {
        self.transport = transport
        self.metadata = metadata
        self.timeout = timeout
    }

    /// - Throws: what the server answered, or the transport's error.
    package func call(
        _ method: MethodDescriptor,
        payload: [UInt8],
        timeout: Duration? = nil
    ) async throws(RPCError) -> [UInt8] {
        let timeout = timeout ?? self.timeout
        let request = try CallCoding.request(method, payload: payload, metadata: metadata, timeout: timeout)
        let answer = try await transport.roundTrip(request, timeout: timeout)
        return try ResponseEnvelope(decoding: answer).success()
    }

    package func call<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ request: Request,
        returning: Response.Type = Response.self,
        timeout: Duration? = nil
    ) async throws(RPCError) -> Response {
        let payload = try await call(method, payload: request.encoded(), timeout: timeout)
        return try CallCoding.response(payload, of: method)
    }
}

/// Makes calls over a transport, for plain threads: no Swift concurrency is involved.
package struct BlockingRPCClient: Sendable {
    package let transport: any BlockingRequestTransport
    package var metadata: Metadata
    package var timeout: Duration

    package init(
        transport: any BlockingRequestTransport,
        metadata: Metadata = Metadata(),
        timeout: Duration = .seconds(5)
    ) {
        self.transport = transport
        self.metadata = metadata
        self.timeout = timeout
    }

    /// Blocks the calling thread, at most for the timeout.
    /// - Throws: what the server answered, or the transport's error.
    package func call(
        _ method: MethodDescriptor,
        payload: [UInt8],
        timeout: Duration? = nil
    ) throws(RPCError) -> [UInt8] {
        let timeout = timeout ?? self.timeout
        let request = try CallCoding.request(method, payload: payload, metadata: metadata, timeout: timeout)
        let answer = try transport.roundTrip(request, timeout: timeout)
        return try ResponseEnvelope(decoding: answer).success()
    }

    package func call<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ request: Request,
        returning: Response.Type = Response.self,
        timeout: Duration? = nil
    ) throws(RPCError) -> Response {
        let payload = try call(method, payload: request.encoded(), timeout: timeout)
        return try CallCoding.response(payload, of: method)
    }
}

private enum CallCoding {
    static func request(
        _ method: MethodDescriptor,
        payload: [UInt8],
        metadata: Metadata,
        timeout: Duration
    ) throws(RPCError) -> [UInt8] {
        try RequestEnvelope(
            method: method,
            timeoutMilliseconds: UInt32(clamping: max(timeout.wholeMilliseconds, 1)),
            metadata: metadata,
            payload: payload
        ).encoded()
    }

    static func response<Response: RPCMessage>(
        _ payload: [UInt8],
        of method: MethodDescriptor
    ) throws(RPCError) -> Response {
        do {
            return try Response(decoding: payload)
        } catch {
            throw RPCError(.internal, "the answer of \(method) does not decode: \(error)", cause: error)
        }
    }
}

extension Duration {
    /// Rounded up, so that a wait is never shorter than asked for; saturates.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (sum, overflows) = thousands.addingReportingOverflow(part)
        return overflows ? .max : sum
    }
}
