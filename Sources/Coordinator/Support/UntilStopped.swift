import RPC

/// Runs `body`, whose task is cancelled with the caller's and when `stopped` ends.
/// - Returns: how it ended; nil where it was stopped before, and when it has obeyed.
func untilStopped<Value: Sendable>(
    _ stopped: AsyncStream<Never>,
    _ body: @escaping @Sendable () async throws(RPCError) -> Value
) async -> Result<Value, RPCError>? {
    await withTaskGroup(of: Result<Value, RPCError>?.self) { group in
        group.addTask {
            do throws(RPCError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            for await _ in stopped {}
            return nil
        }
        var result: Result<Value, RPCError>?
        for await one in group {
            group.cancelAll()
            result = one ?? result
        }
        return result
    }
}
