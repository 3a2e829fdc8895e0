extension Signal {
    /// Runs `body`, whose task is cancelled with the caller's and when the signal is raised, or if it has been before.
    /// - Returns: how it ended, when it has obeyed.
    package func whileNotRaised<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        await withTaskGroup(of: Result<Value, Failure>?.self) { group in
            group.addTask {
                do throws(Failure) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await self.wait()
                return nil
            }
            var result: Result<Value, Failure>?
            for await one in group {
                group.cancelAll()
                result = one ?? result
            }
            guard let result else { preconditionFailure("a group ends with all of its tasks") }
            return result
        }
    }
}
