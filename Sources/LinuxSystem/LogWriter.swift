package import AudioCore

/// Writes a `LogQueue` on a thread of its own, `log`: for programs none of whose threads may wait for the reader of
/// their log.
package final class LogWriter: Sendable {
    private let queue: LogQueue
    private let isEnding: EventSignal
    private let hasEnded: EventSignal

    package init(_ queue: LogQueue) throws(SystemError) {
        let (isEnding, hasEnded) = (try EventSignal(), try EventSignal())
        (self.queue, self.isEnding, self.hasEnded) = (queue, isEnding, hasEnded)
        let thread = try SystemThread(name: "log") { _ in
            queue.write(until: isEnding.fileDescriptor)
            hasEnded.signal()
        }
        thread.detach()
    }

    /// Writes what is left, as far as it is taken at once, and `line` after it. The thread ends.
    /// - Parameter patience: how long a write may hang: what takes a line's beginning need not take its end.
    package func finish(with line: String? = nil, patience: Interval = .milliseconds(200)) {
        if let line { queue.put(line) }
        isEnding.signal()
        _ = Poll.wait(for: [hasEnded.fileDescriptor], timeout: patience)
    }
}
