extension ThrowingTaskGroup where ChildTaskResult == Void, Failure == any Error {
    /// Waits until all have ended, or one has failed: then the others are cancelled. `waitForAll` would let them go on
    /// for ever.
    mutating func waitForFirstFailure() async throws {
        while try await next() != nil {}
    }
}
