/// Waits for a duration, or throws when its task is cancelled. Tests give one that a manual clock drives.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// The sleep of programs: the monotonic clock, in steps of at most a second. A sleep that was cancelled stays in the
/// runtime's list of timers until its time comes, some 600 bytes; short steps keep that list short where every call
/// begins a sleep and cancels it.
package let monotonicSleep: Sleep = { duration in
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: duration)
    while case let now = clock.now, now < end {
        try await clock.sleep(until: min(end, now.advanced(by: .seconds(1))))
    }
}

private enum RaceOutcome<Value: Sendable>: Sendable {
    case finished(Result<Value, RPCError>)
    case timedOut
    /// The sleep ended early: the whole race was cancelled.
    case cancelled
}

/// Runs `operation`, and cancels it once `timeout` has passed. It is always waited for: nothing is left running behind.
/// - Throws: `late` where the time was up before the operation succeeded, else the operation's error.
func withDeadline<Value: Sendable>(
    _ timeout: Duration,
    sleep: @escaping Sleep,
    late: RPCError,
    operation: @escaping @Sendable () async throws(RPCError) -> Value
) async throws(RPCError) -> Value {
    let result = await withTaskGroup(of: RaceOutcome<Value>.self) { group -> Result<Value, RPCError> in
        group.addTask {
            do throws(RPCError) {
                return .finished(.success(try await operation()))
            } catch {
                return .finished(.failure(error))
            }
        }
        group.addTask {
            do {
                try await sleep(timeout)
                return .timedOut
            } catch {
                return .cancelled
            }
        }
        var isLate = false
        while let outcome = await group.next() {
            switch outcome {
            case .finished(.failure) where isLate: return .failure(late)
            case .finished(let result):
                group.cancelAll()
                return result
            case .timedOut:
                isLate = true
                group.cancelAll()
            case .cancelled: continue
            }
        }
        return .failure(late)
    }
    return try result.get()
}
