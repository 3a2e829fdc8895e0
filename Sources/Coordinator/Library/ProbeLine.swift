import AudioCore
import LinuxSystem
import PlaybackCore
import Synchronization

/// A thread that looks at items, one after the other, for all zones.
final class ProbeLine: Sendable {
    private struct State {
        var backlog = ProbeBacklog<ObjectIdentifier>()
        var inboxes: [ObjectIdentifier: ZoneInbox] = [:]
    }

    /// Results that are told together, so that a large queue is stored in few steps; and how many zones take turns.
    private static let batchSize = 64

    private let thread: WorkerThread
    private let opener: any TrackOpening
    private let shares: ProbeLine?
    private let state = Mutex(State())

    /// - Parameter shares: who looks at what is on a network's file system; nil: this one.
    init(name: String, opener: any TrackOpening, shares: ProbeLine?) throws(SystemError) {
        thread = try WorkerThread(name: name)
        self.opener = opener
        self.shares = shares
    }

    func enqueue(_ requests: [ProbeRequest], for inbox: ZoneInbox) {
        guard !requests.isEmpty else { return }
        state.withLock { state in
            state.inboxes[inbox.id] = inbox
            state.backlog.add(requests, for: inbox.id)
        }
        thread.wake()
    }

    func drop(for inbox: ZoneInbox, where isGone: @Sendable (ItemID) -> Bool) {
        state.withLock { $0.backlog.drop(in: inbox.id, where: isGone) }
    }

    func forget(_ inbox: ZoneInbox) {
        state.withLock { state in
            state.backlog.drop(in: inbox.id) { _ in true }
            state.inboxes[inbox.id] = nil
        }
    }

    var waitingZones: Set<ObjectIdentifier> { state.withLock { Set($0.inboxes.keys) } }

    func run() async throws(SystemError) {
        try await thread.run { [self] thread in
            while !thread.isStopping {
                if !probeBatch(thread) { thread.wait(timeout: nil) }
            }
        }
    }

    func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    /// - Returns: false where nothing waits.
    private func probeBatch(_ thread: WorkerThread) -> Bool {
        guard let turn = state.withLock({ $0.backlog.turn() }) else {
            state.withLock { if $0.backlog.isEmpty { $0.inboxes = [:] } }
            return false
        }
        var results: [(item: ItemID, info: TrackInfo)] = []
        var others: [ProbeRequest] = []
        let inbox = state.withLock { $0.inboxes[turn.zone] }
        for _ in 0..<Self.batchSize {
            if thread.isStopping { return false }
            guard let request = state.withLock({ $0.backlog.next(turn) }) else { break }
            // A network's answer is not waited for here: what follows is opened ahead when its turn is near.
            if opener.isRemote(uri: request.uri) { continue }
            if shares != nil, opener.share(of: request.uri) != nil {
                others.append(request)
                continue
            }
            guard let source = try? opener.open(uri: request.uri) else { continue }
            results.append((request.item, source.info))
        }
        if let inbox {
            if !results.isEmpty { inbox.send(.probed(results)) }
            shares?.enqueue(others, for: inbox)
        }
        return true
    }
}
