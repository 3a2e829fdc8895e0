package import AudioCore
private import Synchronization

/// A thread of its own as a component: `run` starts it and returns when it has ended. It ends after
/// `beginGracefulShutdown` or cancellation, as soon as its body sees `isStopping`.
package final class WorkerThread: Sendable {
    private let name: String
    private let priority: SystemThread.Priority
    private let signal: EventSignal
    private let stopping = Atomic<Bool>(false)

    /// - Parameter name: at most 15 bytes.
    package init(name: String, priority: SystemThread.Priority = .normal) throws(SystemError) {
        self.name = name
        self.priority = priority
        signal = try EventSignal()
    }

    /// Runs `body` on the thread. Call once.
    package func run(_ body: @escaping @Sendable (WorkerThread) -> Void) async throws(SystemError) {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, SystemError>, Never>) in
                do throws(SystemError) {
                    let thread = try SystemThread(name: name, priority: priority) { _ in
                        body(self)
                        continuation.resume(returning: .success(()))
                    }
                    thread.detach()
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            beginGracefulShutdown()
        }
        try outcome.get()
    }

    /// Runs `body` on the thread, and returns at once. Call once, instead of `run`.
    package func start(_ body: @escaping @Sendable (WorkerThread) -> Void) throws(SystemError) {
        try SystemThread(name: name, priority: priority) { _ in body(self) }.detach()
    }

    package var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Wakes the thread from `wait`. Callable from any thread.
    package func wake() { signal.signal() }

    package func beginGracefulShutdown() {
        stopping.store(true, ordering: .releasing)
        signal.signal()
    }

    /// Readable once the thread has been woken or is to end, until `wait` has returned: for a body that polls itself.
    package var wakeDescriptor: Int32 { signal.fileDescriptor }

    /// Called on the thread: waits for `wake`, for `timeout`, or for one of `descriptors` to become readable.
    package func wait(timeout: Interval?, descriptors: [Int32] = []) {
        _ = Poll.wait(for: [signal.fileDescriptor] + descriptors, timeout: timeout)
        signal.clear()
    }
}
