private import LinuxSystem
package import RPC
private import Synchronization

/// Runs the calls that may wait for other people's servers: each on a thread of its own, so that none waits for
/// another, and so few that they never take all of the places that the control service has for calls. Callable from any
/// thread.
package final class SlowCalls: Sendable {
    /// Half of the calls that are served at a time.
    package static let most = 16

    private struct State {
        var isStopping = false
        var serial = 0
        /// To end each of those in progress.
        var stops: [Int: Signal] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls in progress end now, and so does each that comes.
    package func beginGracefulShutdown() {
        let stops = state.withLock { state in
            state.isStopping = true
            return state.stops.values.map { $0 }
        }
        for stop in stops { stop.raise() }
    }

    /// - Parameter body: gets the executor of a thread that may block. Its task is cancelled when the caller's is, and
    ///   by a shutdown.
    /// - Throws: `resourceExhausted` where too many are in progress; what `body` throws; `cancelled` where its caller
    ///   has been told meanwhile that it is too late; `unavailable` in a shutdown.
    package func run<Value: Sendable>(
        _ what: String,
        _ body: @escaping @Sendable (ThreadExecutor) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        let stop = Signal()
        let serial = try enter(what, stop)
        defer { leave(serial) }
        let executor: ThreadExecutor
        do throws(SystemError) {
            executor = try ThreadExecutor(name: "network")
            try executor.start()
        } catch {
            throw RPCError(.resourceExhausted, "cannot \(what): \(error)", cause: error)
        }
        defer { executor.beginGracefulShutdown() }
        let result = await stop.whileNotRaised { () async throws(RPCError) in try await body(executor) }
        guard !Task.isCancelled else { throw RPCError(.cancelled, "cannot \(what): it took too long") }
        guard !state.withLock({ $0.isStopping }) else { throw Self.stopping(what) }
        return try result.get()
    }

    private func enter(_ what: String, _ stop: Signal) throws(RPCError) -> Int {
        try state.withLock { (state) throws(RPCError) in
            if state.isStopping { throw Self.stopping(what) }
            guard state.stops.count < Self.most else {
                throw RPCError(
                    .resourceExhausted,
                    "cannot \(what): \(Self.most) other calls wait for the network; try again in a minute"
                )
            }
            state.serial += 1
            state.stops[state.serial] = stop
            return state.serial
        }
    }

    private func leave(_ serial: Int) { state.withLock { $0.stops[serial] = nil } }

    static func stopping(_ what: String) -> RPCError {
        RPCError(.unavailable, "cannot \(what): the coordinator is stopping")
    }
}
