import LinuxSystem
import Synchronization

/// What other threads tell the engine. Bounded by who writes: the link and the fetcher have one thing under way each.
final class Inbox: Sendable {
    let signal: EventSignal
    /// Whose settings are meant.
    let roomID: String
    private let commands = Mutex<[Engine.Command]>([])

    init(roomID: String) throws(SystemError) {
        signal = try EventSignal()
        self.roomID = roomID
    }

    func put(_ command: sending Engine.Command) {
        let box = Box(command)
        commands.withLock { $0.append(box.take()) }
        signal.signal()
    }

    func take() -> [Engine.Command] {
        signal.clear()
        return commands.withLock { list in
            let all = list
            list.removeAll(keepingCapacity: true)
            return all
        }
    }

    /// Moves a value into the mutex: a closure cannot take a `sending` parameter over itself.
    private struct Box: @unchecked Sendable {
        // Unchecked: made and emptied within one call of `put`.
        let command: Engine.Command

        init(_ command: Engine.Command) { self.command = command }

        func take() -> Engine.Command { command }
    }
}

/// Fetches packets on a thread of its own, one request at a time, so that a slow network holds up neither the engine nor
/// the heartbeat.
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
            let fetch = pending.withLock { pending in
                defer { pending = nil }
                return pending
            }
            if let fetch { perform(fetch) }
        }
    }
}
