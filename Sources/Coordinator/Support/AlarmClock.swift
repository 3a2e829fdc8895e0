package import AudioCore
package import LinuxSystem
private import Synchronization

/// Calls back at an instant of the coordinator's clock.
package protocol Alarm: Sendable {
    /// Fires once at `instant` (at once if it has passed), instead of when it was set to before; nil: never.
    func set(_ instant: Instant<CoordinatorClock>?)
}

/// Makes alarms. `fire` is called on a thread of the maker's and must not block.
package protocol AlarmMaking: Sendable {
    func makeAlarm(_ fire: @escaping @Sendable () -> Void) -> any Alarm
}

/// The alarms of a process, on one thread that sleeps until the next of them.
package final class AlarmClock: AlarmMaking {
    private struct Entry {
        var instant: Instant<CoordinatorClock>?
        /// Nil: the entry is free.
        var fire: (@Sendable () -> Void)?
    }

    /// Its end frees the entry.
    private final class Handle: Alarm {
        let index: Int
        let owner: AlarmClock

        init(index: Int, owner: AlarmClock) {
            self.index = index
            self.owner = owner
        }

        deinit { owner.free(index) }

        func set(_ instant: Instant<CoordinatorClock>?) { owner.set(index, instant) }
    }

    private let thread: WorkerThread
    private let clock: ClockReading
    private let entries = Mutex<[Entry]>([])

    package init(clock: @escaping ClockReading) throws(SystemError) {
        thread = try WorkerThread(name: "alarms")
        self.clock = clock
    }

    package func makeAlarm(_ fire: @escaping @Sendable () -> Void) -> any Alarm {
        let index = entries.withLock { entries in
            if let free = entries.firstIndex(where: { $0.fire == nil }) {
                entries[free].fire = fire
                return free
            }
            entries.append(Entry(instant: nil, fire: fire))
            return entries.count - 1
        }
        return Handle(index: index, owner: self)
    }

    private func free(_ index: Int) { entries.withLock { $0[index] = Entry(instant: nil, fire: nil) } }

    package func run() async throws(SystemError) {
        try await thread.run { [self] thread in
            while !thread.isStopping {
                let next = fireDue()
                thread.wait(timeout: next.map { $0 - clock() })
            }
        }
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func set(_ index: Int, _ instant: Instant<CoordinatorClock>?) {
        let isEarlier = entries.withLock { entries in
            let before = entries.compactMap(\.instant).min()
            entries[index].instant = instant
            guard let instant else { return false }
            return before.map { instant < $0 } ?? true
        }
        if isEarlier { thread.wake() }
    }

    /// - Returns: when the next alarm is due.
    private func fireDue() -> Instant<CoordinatorClock>? {
        let now = clock()
        let (due, next) = entries.withLock { entries in
            var due: [@Sendable () -> Void] = []
            for index in entries.indices {
                guard let instant = entries[index].instant, instant <= now else { continue }
                entries[index].instant = nil
                if let fire = entries[index].fire { due.append(fire) }
            }
            return (due, entries.compactMap(\.instant).min())
        }
        for fire in due { fire() }
        return next
    }
}
