/// Carries requests to one server and brings its answers back, for plain threads. May be used by several threads at
/// once.
package protocol BlockingRequestTransport: Sendable {
    /// Blocks the calling thread, at most for `timeout`. Sends once, never twice: a call is not repeated behind its
    /// caller's back.
    /// - Throws: `.unavailable` where nothing is connected or the connection broke (the request may have arrived),
    ///   `.deadlineExceeded`, `.resourceExhausted` (too large).
    func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8]
    /// The server's numeric address where it is connected now: its other ports are best dialed there, for a name may
    /// stand for several addresses. nil in process.
    var remoteHost: String? { get }
    /// Drops the connection, which may be dead without knowing, and makes a new one. Calls that wait end with
    /// `.unavailable`. May be called from any thread; never blocks for long.
    func reconnect()
    /// Unblocks every waiting thread with `.unavailable`; further calls fail at once. May be called from any thread,
    /// and repeated.
    func close()
}

/// Answers one request of `peer`; always has an answer (`Router.handle`).
package typealias RequestHandler = @Sendable (_ request: [UInt8], _ peer: String) async -> [UInt8]

/// Listens for requests. Requests that come before `run` wait.
package protocol RequestListener: Sendable {
    /// Where it listens, with the port that was really bound.
    var endpoint: Endpoint { get }
    /// Serves until `beginGracefulShutdown` or cancellation; once.
    func run(_ handler: @escaping RequestHandler) async
    /// Takes no more requests; those in progress have a second to end, then they are cancelled.
    func beginGracefulShutdown()
}

/// Publishes to all subscribers that are connected.
package protocol MessagePublisher: Sendable {
    /// Writes to every subscriber on the calling thread, some 10 us each, and never waits for one: what a slow
    /// subscriber has no room for is dropped, its oldest first. To be called on a thread of the caller's own, never on
    /// the cooperative pool.
    func publish(_ message: [UInt8]) throws(RPCError)
    var subscriberCount: Int { get }
    func close()
}

/// Receives what one publisher publishes, for a thread that waits for several things with `poll`. Holds a bounded
/// number of messages and drops the oldest. A lost connection is not an error: it is made again, and shows as silence.
package protocol PollableSubscriber: Sendable {
    /// Readable while `receive` has something to give, until the subscriber is closed. Never read from it.
    var fileDescriptor: Int32 { get }
    /// The next message, or nil where there is none now. Never blocks. After `poll` call it until it says nil.
    /// - Throws: `.unavailable` once closed.
    func receive() throws(RPCError) -> [UInt8]?
    /// Drops the connection, which may be dead without knowing, and makes a new one.
    func reconnect()
    func close()
}
