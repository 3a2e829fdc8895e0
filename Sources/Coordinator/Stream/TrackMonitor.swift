import AudioCore
import LinuxSystem
import Synchronization

/// Between a background track and its source: lets the source go, and keeps what it says of its trouble.
final class TrackMonitor: SourceMonitoring {
    private let cancelling = CancelSwitch()
    private let told = Mutex("")
    /// Called when the trouble changes, on the thread that tells it.
    private let changed: @Sendable () -> Void

    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    var isCancelled: Bool { cancelling.isCancelled }
    var trouble: String { told.withLock { $0 } }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) { cancelling.whenCancelled(action) }

    func cancel() { cancelling.cancel() }

    func report(trouble: String) {
        let isNew = told.withLock { told in
            defer { told = trouble }
            return told != trouble
        }
        if isNew { changed() }
    }
}
