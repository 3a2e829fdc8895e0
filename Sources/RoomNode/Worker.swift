import AudioCore
import LinuxSystem

/// A thread that whoever ends it need not wait for: a device or a library that does not answer must not hold up the
/// end.
struct Worker {
    private let name: String
    private let ended: EventSignal
    private let thread: SystemThread

    /// As of `SystemThread`.
    init(
        name: String,
        priority: SystemThread.Priority = .normal,
        _ body: @escaping @Sendable (_ realtime: Bool) -> Void
    ) throws(SystemError) {
        let ended = try EventSignal()
        thread = try SystemThread(name: name, priority: priority) { realtime in
            body(realtime)
            ended.signal()
        }
        self.name = name
        self.ended = ended
    }

    func hasEnded(within grace: Interval) -> Bool { Poll.wait(for: [ended.fileDescriptor], timeout: grace) != 0 }

    /// Waits for the thread, and leaves it to itself where it does not end. Call once.
    func end(within grace: Interval) {
        if hasEnded(within: grace) { return thread.join() }
        Log.warning("the thread \(name) does not end; going without it")
        thread.detach()
    }
}
