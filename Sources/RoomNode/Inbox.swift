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
