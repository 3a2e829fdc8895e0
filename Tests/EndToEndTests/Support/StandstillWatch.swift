import Foundation
import LinuxSystem
import Synchronization

/// Sees when the machine stands still: when a thread that goes before all others is woken late, on any of its
/// processors. Virtual machines stand still while their host is busy, and then a card has gaps that no player can fill.
final class StandstillWatch: Sendable {
    /// Half of what a room keeps in its device, in seconds.
    private static let bound = 0.02
    /// Seconds from one look to the next.
    private static let pace = 0.005

    private struct Sight {
        var isOver = false
        /// Seconds.
        var longest = 0.0
        var hasExcused = false
    }

    private final class State: Sendable {
        let sight = Mutex(Sight())

        func watch() {
            var before = TrueTime.now()
            while !sight.withLock(\.isOver) {
                usleep(UInt32(StandstillWatch.pace * 1_000_000))
                let now = TrueTime.now()
                let late = Double(now - before) / 1_000_000_000 - StandstillWatch.pace
                before = now
                sight.withLock { $0.longest = max($0.longest, late) }
            }
        }
    }

    private let state = State()
    private let threads: [SystemThread]

    init() throws {
        threads = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { [state] processor in
            try SystemThread(name: "standstill", priority: .realtime(98)) { _ in
                SystemThread.stay(on: processor)
                state.watch()
            }
        }
    }

    deinit {
        state.sight.withLock { $0.isOver = true }
        for thread in threads { thread.join() }
    }

    /// Whether what has just failed may be the machine's fault.
    func excuses() -> Bool {
        state.sight.withLock { sight in
            if sight.longest >= Self.bound { sight.hasExcused = true }
            return sight.longest >= Self.bound
        }
    }

    /// Whether anything was excused.
    var hasExcused: Bool { state.sight.withLock(\.hasExcused) }
}
