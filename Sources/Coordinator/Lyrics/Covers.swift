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
    private let fetched = Mutex<[(place: Place, cover: Picture?)]>([])

    /// Where a cover is looked for.
    fileprivate struct Place: Hashable {
        var uri: String
        /// A picture for where the track has none.
        var otherwise: String?

        var isElsewhere: Bool { TrackURI.isElsewhere(uri) || otherwise.map { TrackURI.isElsewhere($0) } ?? false }
    }

    package init(describing: any TrackDescribing, slow: SlowCalls) {
        self.describing = describing
        self.slow = slow
    }

    /// - Parameter otherwise: the path or address of a picture for where the track has none.
    /// - Returns: nil where there is none; a cover that cannot be read is as good as none.
    /// - Throws: what `SlowCalls.run` throws.
    package func cover(uri: String, otherwise: String? = nil) async throws(RPCError) -> Picture? {
        let place = Place(uri: uri, otherwise: otherwise)
        if let known = fetched.withLock({ $0.first { $0.place == place } }) { return known.cover }
        let cover = try await slow.run("show the cover") { [describing] (executor) async throws(RPCError) in
            await CoverReader(executor: executor, describing: describing).cover(place)
        }
        if place.isElsewhere { keep(cover, place) }
        return cover
    }

    private func keep(_ cover: Picture?, _ place: Place) {
        fetched.withLock { fetched in
            fetched.removeAll { $0.place == place }
            fetched.append((place, cover))
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

    func cover(_ place: Covers.Place) -> Picture? {
        if let cover = (try? describing.cover(uri: place.uri)) ?? nil { return cover }
        return place.otherwise.flatMap { describing.picture(at: $0) }
    }
}
