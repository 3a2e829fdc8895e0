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

/// Finds out title and length of items before they are played, one after the other on a thread of its own. What cannot be
/// read is left alone: it fails when it is played, and may be there by then.
package final class MetadataProbe: Sendable {
    private struct Job {
        var requests: ArraySlice<ProbeRequest>
        let inbox: ZoneInbox
    }

    /// Results that are told together, so that a large queue is stored in few steps.
    private static let batchSize = 64
    /// Bounds what waits; beyond it new requests are dropped, and the items are read when they are played.
    private static let maximumJobs = 1_000

    private let thread: WorkerThread
    private let opener: any TrackOpening
    private let jobs = Mutex<[Job]>([])

    package init(opener: any TrackOpening) throws(SystemError) {
        thread = try WorkerThread(name: "probe")
        self.opener = opener
    }

    package func enqueue(_ requests: [ProbeRequest], for inbox: ZoneInbox) {
        guard !requests.isEmpty else { return }
        jobs.withLock { jobs in
            if jobs.count < Self.maximumJobs { jobs.append(Job(requests: requests[...], inbox: inbox)) }
        }
        thread.wake()
    }

    package func run() async throws(SystemError) {
        try await thread.run { [self] thread in
            while !thread.isStopping {
                if !probeBatch(thread) { thread.wait(timeout: nil) }
            }
        }
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func probeBatch(_ thread: WorkerThread) -> Bool {
        guard let batch = takeBatch() else { return false }
        var results: [(item: ItemID, info: TrackInfo)] = []
        for request in batch.requests {
            if thread.isStopping { return false }
            // A network's answer is not waited for here: what follows is opened ahead when its turn is near.
            if opener.isRemote(uri: request.uri) { continue }
            guard let source = try? opener.open(uri: request.uri) else { continue }
            results.append((request.item, source.info))
        }
        if !results.isEmpty { batch.inbox.send(.probed(results)) }
        return true
    }

    private func takeBatch() -> Job? {
        jobs.withLock { jobs in
            guard var job = jobs.first else { return nil }
            let batch = job.requests.prefix(Self.batchSize)
            job.requests = job.requests.dropFirst(Self.batchSize)
            if job.requests.isEmpty { jobs.removeFirst() } else { jobs[0] = job }
            return Job(requests: batch, inbox: job.inbox)
        }
    }
}
