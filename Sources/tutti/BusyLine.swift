import AudioCore
import Glibc
import LinuxSystem

/// Tells a person at a terminal that something takes its time, from its second second on: one line on standard error,
/// gone when it is done.
final class BusyLine: Sendable {
    private let done: EventSignal
    private let thread: SystemThread

    /// - Parameter text: what is being done.
    /// - Returns: nil where nobody looks, or the system has no thread for it.
    init?(_ text: String) {
        guard isatty(STDERR_FILENO) == 1, let done = try? EventSignal() else { return nil }
        let thread = try? SystemThread(name: "busy") { _ in
            var seconds = 0
            while Poll.wait(for: [done.fileDescriptor], timeout: .milliseconds(1_000)) == 0 {
                seconds += 1
                _ = FileWriting.write("\r\u{1B}[K\(text): \(seconds) s", to: STDERR_FILENO)
            }
            if seconds > 0 { _ = FileWriting.write("\r\u{1B}[K", to: STDERR_FILENO) }
        }
        guard let thread else { return nil }
        (self.done, self.thread) = (done, thread)
    }

    func end() {
        done.signal()
        thread.join()
    }
}
