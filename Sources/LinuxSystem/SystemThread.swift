private import CLinux
private import Glibc

/// A thread of its own for work that blocks or must keep time: never the cooperative pool.
package final class SystemThread: @unchecked Sendable {
    // Unchecked: `handle` is written once in `init`, before the object is shared, and read by `join` only.
    private let handle: pthread_t

    package enum Priority: Sendable {
        case normal
        /// SCHED_FIFO at 1...99 where the system allows it, and silently the normal priority where it does not.
        case realtime(Int32)
        /// The same, also for the threads that this one makes: for a library that makes its own.
        case inheritedRealtime(Int32)
    }

    /// - Parameter name: at most 15 bytes, as `top -H` shows it.
    /// - Throws: where the system has no more threads to give.
    package init(
        name: String,
        priority: Priority = .normal,
        _ body: @escaping @Sendable (_ realtime: Bool) -> Void
    ) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(name: name, priority: priority, body: body))
        var handle = pthread_t()
        let code = pthread_create(&handle, nil, threadMain, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw SystemError("cannot start the thread \(name)", code: code)
        }
        self.handle = handle
    }

    /// Keeps the calling thread on one processor, counted from 0, where the system allows it.
    package static func stay(on processor: Int) { tutti_stay_on_processor(Int32(clamping: processor)) }

    /// Lets the system clean up when `body` ends, for a thread that nobody waits for. Call once, instead of `join`.
    package func detach() { pthread_detach(handle) }

    /// Waits for the end of `body`. Call once.
    package func join() { pthread_join(handle, nil) }
}

private final class Start: Sendable {
    let name: String
    let priority: SystemThread.Priority
    let body: @Sendable (Bool) -> Void

    init(name: String, priority: SystemThread.Priority, body: @escaping @Sendable (Bool) -> Void) {
        self.name = name
        self.priority = priority
        self.body = body
    }
}

/// A global function and not a closure, so that it inherits no isolation from where the thread is made.
private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    tutti_set_thread_name(start.name)
    var realtime = false
    switch start.priority {
    case .normal: break
    case .realtime(let priority):
        realtime = tutti_set_realtime_priority(priority) == 0
        tutti_set_timer_slack(1_000)
    case .inheritedRealtime(let priority):
        realtime = tutti_set_inherited_realtime_priority(priority) == 0
    }
    start.body(realtime)
    return nil
}
