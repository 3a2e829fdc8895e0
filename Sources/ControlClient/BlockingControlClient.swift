package import RPC
package import WireFormat

/// The control services: `let now = try client(.nowPlaying())`. For plain threads.
package struct BlockingControlClient: Sendable {
    /// Its metadata and timeout (5 s unless changed) are those of every call that names no other.
    package var client: BlockingRPCClient

    package init(
        _ transport: any BlockingRequestTransport,
        metadata: Metadata = Metadata(),
        timeout: Duration = .seconds(5)
    ) {
        client = BlockingRPCClient(transport: transport, metadata: metadata, timeout: timeout)
    }

    /// Blocks the calling thread, at most for the call's timeout.
    /// - Throws: what the coordinator answered, or the transport's error.
    package func callAsFunction<Response>(_ call: ControlCall<Response>) throws(RPCError) -> Response {
        let bytes = try client.call(call.descriptor(), payload: call.payload, timeout: call.timeout)
        return try call.response(bytes)
    }

    /// The whole queue, page by page. Where it changes in between, it is read again from the start.
    /// - Throws: `.aborted` where it changes all the time.
    package func wholeQueue(zone: String = "") throws(RPCError) -> Wire.ListResponse {
        var pages = QueuePages(zone: zone)
        while true {
            let page = try self(pages.next)
            if let whole = try pages.add(page) { return whole }
        }
    }
}
