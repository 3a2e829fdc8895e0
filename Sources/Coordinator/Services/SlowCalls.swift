package import RPC
private import Synchronization

/// Counts the calls that may wait for other people's servers, so that they never take all of the places that the
/// control service has for calls. Callable from any thread.
package final class SlowCalls: Sendable {
    /// Half of the calls that are served at a time.
    package static let most = 16

    private let count = Atomic(0)

    package init() {}

    /// - Throws: `resourceExhausted` where too many are in progress; what `body` throws; `cancelled` where its caller has
    ///   been told meanwhile that it is too late.
    package func run<Value: Sendable>(
        _ what: String,
        _ body: () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        defer { count.subtract(1, ordering: .relaxed) }
        guard count.add(1, ordering: .relaxed).newValue <= Self.most else {
            throw RPCError(
                .resourceExhausted,
                "cannot \(what): \(Self.most) other calls wait for the network; try again in a minute"
            )
        }
        let value = try await body()
        guard !Task.isCancelled else { throw RPCError(.cancelled, "cannot \(what): it took too long") }
        return value
    }
}
