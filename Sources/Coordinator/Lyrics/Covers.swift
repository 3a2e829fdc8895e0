package import AudioCore
package import RPC

/// Gets the covers of tracks; those that came over a network are kept for a while: line after line of lyrics is drawn on that
/// of each zone.
package final class Covers: Sendable {
    private static let kept = 4

    /// Where a cover is looked for.
    private struct Place: Hashable {
        var uri: String
        /// A picture for where the track has none.
        var otherwise: String?

        var isElsewhere: Bool { TrackURI.isElsewhere(uri) || otherwise.map { TrackURI.isElsewhere($0) } ?? false }
    }

    private let fetches: SharedFetches<Place, Picture?>

    package init(describing: any TrackDescribing, slow: SlowCalls) {
        fetches = SharedFetches("show the cover", kept: Self.kept, isKept: \.isElsewhere, slow: slow) {
            (place, patience) throws(RPCError) in
            if let cover = (try? describing.cover(uri: place.uri, monitor: patience)) ?? nil { return cover }
            if patience.isCancelled { return nil }
            return place.otherwise.flatMap { describing.picture(at: $0) }
        }
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async { await fetches.run() }

    package func beginGracefulShutdown() { fetches.beginGracefulShutdown() }

    /// - Parameter otherwise: the path or address of a picture for where the track has none.
    /// - Returns: nil where there is none; a cover that cannot be read is as good as none.
    /// - Throws: what `SharedFetches.value` throws.
    package func cover(uri: String, otherwise: String? = nil) async throws(RPCError) -> Picture? {
        try await fetches.value(Place(uri: uri, otherwise: otherwise))
    }

    /// How many callers wait.
    var waiting: Int { fetches.waiting }
}
