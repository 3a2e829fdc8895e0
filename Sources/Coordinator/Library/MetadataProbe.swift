package import AudioCore
package import LinuxSystem
package import PlaybackCore
private import Synchronization

package struct ProbeRequest: Hashable, Sendable {
    package var item: ItemID
    package var uri: String

    package init(item: ItemID, uri: String) {
        self.item = item
        self.uri = uri
    }
}

/// Finds out title and length of items before they are played, one after the other on a thread of its own. What cannot
/// be read is left alone: it fails when it is played, and may be there by then.
package final class MetadataProbe: Sendable {
    private struct State {
        var backlog = ProbeBacklog<ObjectIdentifier>()
        var inboxes: [ObjectIdentifier: ZoneInbox] = [:]
    }

    /// Results that are told together, so that a large queue is stored in few steps; and how many zones take turns.
    private static let batchSize = 64

    private let thread: WorkerThread
    private let opener: any TrackOpening
    private let state = Mutex(State())

    package init(opener: any TrackOpening) throws(SystemError) {
        thread = try WorkerThread(name: "probe")
        self.opener = opener
    }

    package func enqueue(_ requests: [ProbeRequest], for inbox: ZoneInbox) {
        guard !requests.isEmpty else { return }
        state.withLock { state in
            state.inboxes[inbox.id] = inbox
            state.backlog.add(requests, for: inbox.id)
        }
        thread.wake()
    }

    /// Items have left the queue of a zone: what they are is of no interest any more.
    package func drop(for inbox: ZoneInbox, where isGone: @Sendable (ItemID) -> Bool) {
        state.withLock { $0.backlog.drop(in: inbox.id, where: isGone) }
    }

    /// The zone is gone.
    func forget(_ inbox: ZoneInbox) {
        state.withLock { state in
            state.backlog.drop(in: inbox.id) { _ in true }
            state.inboxes[inbox.id] = nil
        }
    }

    /// Those that something is yet to be looked at for.
    var waitingZones: Set<ObjectIdentifier> { state.withLock { Set($0.inboxes.keys) } }

    package func run() async throws(SystemError) {
        try await thread.run { [self] thread in
            while !thread.isStopping {
                if !probeBatch(thread) { thread.wait(timeout: nil) }
            }
        }
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    /// - Returns: false where nothing waits.
    private func probeBatch(_ thread: WorkerThread) -> Bool {
        guard let turn = state.withLock({ $0.backlog.turn() }) else {
            state.withLock { if $0.backlog.isEmpty { $0.inboxes = [:] } }
            return false
        }
        var results: [(item: ItemID, info: TrackInfo)] = []
        let inbox = state.withLock { $0.inboxes[turn.zone] }
        for _ in 0..<Self.batchSize {
            if thread.isStopping { return false }
            guard let request = state.withLock({ $0.backlog.next(turn) }) else { break }
            // A network's answer is not waited for here: what follows is opened ahead when its turn is near.
            if opener.isRemote(uri: request.uri) { continue }
            guard let source = try? opener.open(uri: request.uri) else { continue }
            results.append((request.item, source.info))
        }
        if !results.isEmpty { inbox?.send(.probed(results)) }
        return true
    }
}
