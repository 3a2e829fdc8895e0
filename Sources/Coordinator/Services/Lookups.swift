package import RPC

/// Runs calls that look at tracks: what is on disks on one thread for all, what servers are asked about on a thread of
/// the call's own, so that nothing waits behind a slow server. `Worker` is an actor on the thread that it is made with.
package struct Lookups<Worker: Actor>: Sendable {
    private let shared: Worker
    private let places: CallPlaces
    private let slow: SlowCalls
    private let makeWorker: @Sendable (ThreadExecutor) -> Worker

    /// - Parameters:
    ///   - executor: the thread for all.
    ///   - places: for those who wait for it.
    package init(
        on executor: ThreadExecutor,
        places: CallPlaces,
        slow: SlowCalls,
        makeWorker: @escaping @Sendable (ThreadExecutor) -> Worker
    ) {
        shared = makeWorker(executor)
        self.places = places
        self.slow = slow
        self.makeWorker = makeWorker
    }

    /// - Parameters:
    ///   - what: for messages, behind "cannot".
    ///   - asksServers: whether `body` may wait for somebody else's server.
    /// - Throws: `resourceExhausted` where too many wait already; `cancelled` where its caller has been told meanwhile
    ///   that it is too late: what is given back is still wanted; what `body` throws; what `SlowCalls.run` throws.
    package func run<Value: Sendable>(
        _ what: String,
        asksServers: Bool,
        _ body: @escaping @Sendable (Worker) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        if asksServers {
            return try await slow.run(what) { (executor) async throws(RPCError) in
                try await body(makeWorker(executor))
            }
        }
        try places.enter(what)
        defer { places.leave() }
        let value = try await body(shared)
        guard !Task.isCancelled else { throw RPCError(.cancelled, "cannot \(what): it took too long") }
        return value
    }
}
