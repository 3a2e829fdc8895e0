private import Glibc
private import Synchronization

/// Lines for the operator on standard error. Never called on an audio thread while its device runs.
package enum Log {
    package enum Level: Int, Comparable, Sendable, CaseIterable {
        case debug
        case info
        case notice
        case warning
        case error

        package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .notice: "notice"
            case .warning: "warning"
            case .error: "error"
            }
        }

        /// Syslog's number (RFC 5424, section 6.2.1).
        var priority: Int {
            switch self {
            case .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            }
        }
    }

    private static let threshold = Atomic<Int>(Level.info.rawValue)
    private static let queue = Mutex<LogQueue?>(nil)

    package static func setLevel(_ level: Level) { threshold.store(level.rawValue, ordering: .relaxed) }

    /// From now on lines wait in `queue` for another thread: for programs whose threads must not wait for a reader of
    /// their log.
    package static func send(to queue: LogQueue) { self.queue.withLock { $0 = queue } }

    package static func debug(_ message: @autoclosure () -> String) { write(.debug, message) }
    package static func info(_ message: @autoclosure () -> String) { write(.info, message) }
    package static func notice(_ message: @autoclosure () -> String) { write(.notice, message) }
    package static func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
    package static func error(_ message: @autoclosure () -> String) { write(.error, message) }

    private static func write(_ level: Level, _ message: () -> String) {
        guard level.rawValue >= threshold.load(ordering: .relaxed) else { return }
        let line = line(level, message())
        if let queue = queue.withLock({ $0 }) { queue.put(line) } else { StandardError.write(line) }
    }

    static func line(_ level: Level, _ message: String) -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return LogFormat.current.line(level, message, seconds: now.tv_sec, milliseconds: now.tv_nsec / 1_000_000)
    }
}
