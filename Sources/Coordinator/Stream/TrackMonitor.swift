import AudioCore
import Synchronization

/// Between a background track and its source: lets the source go, and keeps what it says of its trouble.
final class TrackMonitor: SourceMonitoring {
    private struct State {
        var isCancelled = false
        var actions: [@Sendable () -> Void] = []
        var trouble = ""
    }

    private let state = Mutex(State())
    /// Called when the trouble changes, on the thread that tells it.
    private let changed: @Sendable () -> Void

    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var trouble: String { state.withLock { $0.trouble } }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.actions.append(action) }
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    func report(trouble: String) {
        let isNew = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble != trouble
        }
        if isNew { changed() }
    }
}
