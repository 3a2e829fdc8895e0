import LinuxSystem
import Synchronization

/// Fetches packets on a thread of its own, one request at a time, so that a slow network holds up neither the engine
/// nor the heartbeat.
final class FetchQueue: Sendable {
    private let pending = Mutex<StreamCore.Fetch?>(nil)
    private let stopped = Mutex(false)
    private let onReconnect = Mutex<(@Sendable () -> Void)?>(nil)
    private let signal: EventSignal

    init() throws(SystemError) { signal = try EventSignal() }

    func ask(_ fetch: StreamCore.Fetch) {
        pending.withLock { $0 = fetch }
        signal.signal()
    }

    func stop() {
        stopped.withLock { $0 = true }
        signal.signal()
    }

    /// The connection is dead without knowing: the next request needs a new one.
    func reconnect() { onReconnect.withLock { $0 }?() }

    /// What `reconnect` does; called on the engine thread, so it must not block.
    func whenReconnecting(_ action: @escaping @Sendable () -> Void) { onReconnect.withLock { $0 = action } }

    /// The thread's body: `perform` answers each request.
    func run(_ perform: (StreamCore.Fetch) -> Void) {
        while true {
            _ = Poll.wait(for: [signal.fileDescriptor], timeout: nil)
            signal.clear()
            if stopped.withLock({ $0 }) { return }
            if let fetch = take() { perform(fetch) }
        }
    }

    /// What is asked for now: only the newest request counts.
    func take() -> StreamCore.Fetch? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }
}
