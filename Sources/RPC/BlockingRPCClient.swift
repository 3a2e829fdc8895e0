/// Makes calls over a transport. Each blocks the calling thread; no Swift concurrency is involved.
package struct BlockingRPCClient: Sendable {
    package let transport: any BlockingRequestTransport
    /// Sent with every call.
    package var metadata: Metadata
    /// For calls that name no other.
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
        let request = try RequestEnvelope(
            method: method,
            timeoutMilliseconds: UInt32(clamping: max(timeout.wholeMilliseconds, 1)),
            metadata: metadata,
            payload: payload
        ).encoded()
        return try ResponseEnvelope(decoding: try transport.roundTrip(request, timeout: timeout)).success()
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
