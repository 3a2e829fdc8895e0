private import AudioCore
private import Synchronization

/// Lines on their way to standard error, which may be a pipe that nobody reads: who logs never waits for it.
///
/// Bounded: when `limit` lines wait further ones are dropped, and counted. One thread writes.
package final class LogQueue: Sendable {
    private struct State {
        var lines: [String] = []
        var dropped = 0

        /// What has been dropped since the last line, in a line.
        mutating func takeNote() -> String? {
            guard dropped > 0 else { return nil }
            defer { dropped = 0 }
            return Log.line(.warning, "\(dropped) lines of this log were dropped: nobody read it for a while")
        }
    }

    /// Raised while lines wait that have not been tried yet.
    package let signal: EventSignal
    private let limit: Int
    private let canWrite: @Sendable () -> Bool
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - canWrite: whether a line can be written without waiting.
    ///   - write: writes one line.
    package init(
        limit: Int = 64,
        canWrite: @escaping @Sendable () -> Bool = { StandardError.isReady },
        write: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
    ) throws(SystemError) {
        signal = try EventSignal()
        self.limit = limit
        self.canWrite = canWrite
        self.write = write
    }

    /// May be called from any thread; waits for nothing but other callers.
    package func put(_ line: String) {
        state.withLock { state in
            if state.lines.count >= limit {
                state.dropped += 1
                return
            }
            if let note = state.takeNote() { state.lines.append(note) }
            // A pipe that takes anything at all takes so much.
            state.lines.append(line.cut(toBytes: 4_000))
        }
        signal.signal()
    }

    /// Writes what can be written now. For one thread, whenever `signal` is raised, and again later where something is
    /// left.
    /// - Returns: whether nothing is left.
    package func writeWhatFits() -> Bool {
        signal.clear()
        while canWrite() {
            guard let line = take() else { return true }
            write(line)
        }
        return state.withLock { $0.lines.isEmpty }
    }

    /// Writes what comes, until one of `descriptors` can be read; then what can be written at once. For one thread.
    package func write(until descriptors: Int32...) {
        var isWritten = true
        var isOver = false
        while !isOver {
            let ready = Poll.wait(for: [signal.fileDescriptor] + descriptors, timeout: isWritten ? nil : .seconds(1))
            isOver = ready > 1
            isWritten = writeWhatFits()
        }
    }

    private func take() -> String? {
        state.withLock { $0.lines.isEmpty ? $0.takeNote() : $0.lines.removeFirst() }
    }
}
