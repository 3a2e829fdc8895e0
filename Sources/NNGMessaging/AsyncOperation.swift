import CNNG
import RPC
import Synchronization

/// One asynchronous nng operation at a time, as something that a task can await.
final class AsyncOperation: @unchecked Sendable {
    // Unchecked: `raw` is set once; nng's functions on it may be called from any thread.
    private let raw: OpaquePointer
    private let completion: Completion

    init() throws(RPCError) {
        completion = Completion()
        var raw: OpaquePointer?
        let code = nng_aio_alloc(&raw, operationCompleted, Unmanaged.passUnretained(completion).toOpaque())
        guard code == 0, let raw else {
            throw RPCError(.resourceExhausted, "cannot start an operation: \(NNGResult.text(code))", rawCode: code)
        }
        self.raw = raw
    }

    /// Reaped and not freed: the last reference may go on nng's own thread, where freeing would wait for itself.
    deinit { nng_aio_reap(raw) }

    /// Starts an operation and waits until it has ended, with its result code. Cancelling the task, or `cancel`, ends
    /// it with `NNG_ECANCELED`.
    /// - Parameters:
    ///   - timeoutMilliseconds: negative: for ever.
    ///   - stop: looked at once the operation has been started; true cancels it. It covers a stop that came before.
    func run(
        timeoutMilliseconds: Int32,
        stop: () -> Bool = { false },
        _ start: (OpaquePointer) -> Void
    ) async -> Int32 {
        await withTaskCancellationHandler {
            await perform(timeoutMilliseconds: timeoutMilliseconds) { raw in
                start(raw)
                // A task cancelled before the start has called `cancel` too early.
                if Task.isCancelled || stop() { nng_aio_cancel(raw) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// The same without regard to the task's cancellation.
    func runToEnd(timeoutMilliseconds: Int32, _ start: (OpaquePointer) -> Void) async -> Int32 {
        await perform(timeoutMilliseconds: timeoutMilliseconds, start)
    }

    private func perform(timeoutMilliseconds: Int32, _ start: (OpaquePointer) -> Void) async -> Int32 {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            completion.continuation.withLock { $0 = continuation }
            nng_aio_set_timeout(raw, timeoutMilliseconds)
            start(raw)
        }
        return nng_aio_result(raw)
    }

    func cancel() { nng_aio_cancel(raw) }

    /// The message to send. After a send that failed it is still the caller's: `takeMessage`.
    func setMessage(_ message: OpaquePointer?) { nng_aio_set_msg(raw, message) }

    /// The message received, or the one that could not be sent.
    func takeMessage() -> OpaquePointer? {
        let message = nng_aio_get_msg(raw)
        nng_aio_set_msg(raw, nil)
        return message
    }
}

private final class Completion: Sendable {
    let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)
}

/// Runs on nng's threads. A global function and not a closure, so that it inherits no isolation. The awaiting task
/// keeps the `Completion` alive until it has been resumed.
private func operationCompleted(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let completion = Unmanaged<Completion>.fromOpaque(context).takeUnretainedValue()
    let continuation = completion.continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
    }
    continuation?.resume()
}
