import LinuxSystem

/// Runs what blocks on a thread of its own, so that it takes none from the tasks that it waits for.
package func onThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
        do throws(SystemError) {
            try SystemThread(name: "test") { _ in
                continuation.resume(returning: Result(catching: body))
            }.detach()
        } catch {
            preconditionFailure("no thread for a test: \(error)")
        }
    }
    return try result.get()
}
