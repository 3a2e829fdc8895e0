private import CSQLite
private import LinuxSystem
private import PlaybackCore
private import Synchronization

/// Moves the write-ahead log into the database file, beside the store: a checkpoint waits for the disk up to three
/// times, and no commit waits for it. SQLite's own would be part of a commit.
final class LogCheckpoint: Sendable {
    /// Runs work elsewhere, at once or later.
    typealias Runner = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Pages in the log, of 4 KiB each, from which on it is moved. The next commit begins the log anew, and waits for
    /// the disk to do so (SQLite, "Write-Ahead Logging", 2.3): four times SQLite's own limit, so that this is rare.
    static let limit = 4_000
    /// After an attempt that did not take all of it: how many more pages make another.
    static let step = 1_000

    private let path: String
    private let runner: Runner
    private let state = Mutex((isUnderWay: false, next: LogCheckpoint.limit))

    /// - Parameter runner: on a thread of its own where it is nil.
    init(path: String, runner: Runner?) {
        self.path = path
        self.runner =
            runner ?? { work in
                do throws(SystemError) {
                    try SystemThread(name: "checkpoint") { _ in work() }.detach()
                } catch {
                    work()
                }
            }
    }

    /// Called after each commit, on its thread.
    func committed(pagesInLog pages: Int) {
        let isDue = state.withLock { state in
            if pages < Self.limit { state.next = Self.limit }
            guard pages >= state.next, !state.isUnderWay else { return false }
            state = (true, pages + Self.step)
            return true
        }
        guard isDue else { return }
        runner { self.run() }
    }

    private func run() {
        defer { state.withLock { $0.isUnderWay = false } }
        do throws(StoreError) {
            // A connection of its own: one of the store's would have to be waited for.
            try Database(path: path).checkpoint()
        } catch {
            Log.warning("the log of the state grows: \(error)")
        }
    }
}
