package import AudioCore
package import RPC
private import Synchronization

/// Gets the covers of tracks, each on a thread of the call's own: a server may take long, and no other call waits for it.
package final class Covers: Sendable {
    /// How many covers that came over a network are kept: line after line of lyrics is drawn on that of each zone.
    private static let kept = 4

    private let describing: any TrackDescribing
    private let slow: SlowCalls
    /// The one that was fetched last is the last.
    private let fetched = Mutex<[(uri: String, cover: Picture?)]>([])

    package init(describing: any TrackDescribing, slow: SlowCalls) {
        self.describing = describing
        self.slow = slow
    }

    /// - Returns: nil where there is none; a cover that cannot be read is as good as none.
    /// - Throws: what `SlowCalls.run` throws.
    package func cover(uri: String) async throws(RPCError) -> Picture? {
        if let known = fetched.withLock({ $0.first { $0.uri == uri } }) { return known.cover }
        let cover = try await slow.run("show the cover") { [describing] (executor) async throws(RPCError) in
            await CoverReader(executor: executor, describing: describing).cover(uri: uri)
        }
        if TrackURI.isElsewhere(uri) { keep(cover, uri) }
        return cover
    }

    private func keep(_ cover: Picture?, _ uri: String) {
        fetched.withLock { fetched in
            fetched.removeAll { $0.uri == uri }
            fetched.append((uri, cover))
            if fetched.count > Self.kept { fetched.removeFirst() }
        }
    }
}

/// Reads a cover on the thread of its executor.
private actor CoverReader {
    private let executor: ThreadExecutor
    private let describing: any TrackDescribing
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: ThreadExecutor, describing: any TrackDescribing) {
        self.executor = executor
        self.describing = describing
    }

    func cover(uri: String) -> Picture? { (try? describing.cover(uri: uri)) ?? nil }
}
