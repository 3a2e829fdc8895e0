private import AudioCore
private import Glibc

/// How what is logged is laid out for its reader.
package enum LogFormat: Sendable {
    /// For people and files: the time (UTC) and the level's name.
    case plain
    /// For systemd's journal, which keeps the time itself: the level as syslog's number, by which `journalctl` chooses
    /// and colours (sd-daemon(3)).
    case journal

    /// What reads standard error of this process.
    package static let current: Self = isJournal(StateDirectory.environment("JOURNAL_STREAM")) ? .journal : .plain

    /// systemd tells the services whose standard error it reads, by the device and inode of that, in decimal. A process
    /// that has inherited the variable may write elsewhere (systemd.exec(5)).
    private static func isJournal(_ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// One line, without its end.
    /// - Parameter seconds, milliseconds: since 1970.
    package func line(_ level: Log.Level, _ message: String, seconds: Int, milliseconds: Int) -> String {
        // Of file names, tags, peers.
        let message = PlainText.oneLine(message)
        return switch self {
        case .plain: "\(Self.timestamp(seconds, milliseconds)) \(level.name): \(message)"
        case .journal: "<\(level.priority)>\(message)"
        }
    }

    /// Why a program ends, as it is told without a log: each line of it.
    package func failure(_ text: String) -> String {
        guard self == .journal else { return text }
        let prefix = "<\(Log.Level.error.priority)>"
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { prefix + $0 }
            .joined(separator: "\n")
    }

    /// Wall clock, UTC: 2026-01-31T12:00:00.123Z.
    private static func timestamp(_ seconds: Int, _ milliseconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ value: Int32, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(parts.tm_year + 1_900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
            + "T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
            + ".\(padded(Int32(milliseconds), 3))Z"
    }
}
