private import Glibc

/// One line for the person who started a program, on standard error.
package enum StandardError {
    /// Whether a line can be written without waiting for whoever reads.
    package static var isReady: Bool { FileWriting.isReady(STDERR_FILENO) }

    package static func write(_ line: String) { _ = FileWriting.write(line + "\n", to: STDERR_FILENO, waits: false) }
}
