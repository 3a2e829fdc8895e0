package import AudioCore
package import RPC

/// Gets the covers of tracks; those that came over a network are kept for a while: line after line of lyrics is drawn
/// on that of each zone.
package final class Covers: Sendable {
    private static let kept = 4

    /// Where a cover is looked for.
    struct Place: Hashable {
        var uri: String
        /// A picture for where the track has none.
        var otherwise: String?

        var isElsewhere: Bool { TrackURI.isElsewhere(uri) || otherwise.map { TrackURI.isElsewhere($0) } ?? false }
    }

    struct Found: Sendable {
        var picture: Picture?
        /// False where a server may have one, and did not give it.
        var isCertain = true
    }

    /// A server that did not give a picture is asked again after this.
    private static let pause = Interval.seconds(60)

    let fetches: SharedFetches<Place, Found>

    package init(describing: any TrackDescribing, slow: SlowCalls, clock: @escaping ClockReading) {
        let keeping: @Sendable (Place, Found) -> Keeping = { (place, found) in
            if !place.isElsewhere { return .never }
            return found.isCertain ? .always : .while(Self.pause)
        }
        fetches = SharedFetches("show the cover", kept: Self.kept, keeping: keeping, slow: slow, clock: clock) {
            (place, patience) throws(RPCError) in Self.find(place, describing, patience)
        }
    }

    private static func find(_ place: Place, _ describing: any TrackDescribing, _ patience: Patience) -> Found {
        var found = Found()
        do throws(AudioError) {
            found.picture = try describing.cover(uri: place.uri, monitor: patience)
        } catch {
            found.isCertain = error.code == .notFound || error.code == .unsupported
        }
        if patience.isCancelled { found.isCertain = false }
        guard found.picture == nil, !patience.isCancelled, let otherwise = place.otherwise else { return found }
        found.picture = describing.picture(at: otherwise)
        if found.picture == nil { found.isCertain = false }
        return found
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async { await fetches.run() }

    package func beginGracefulShutdown() { fetches.beginGracefulShutdown() }

    /// - Parameter otherwise: the path or address of a picture for where the track has none.
    /// - Returns: nil where there is none; a cover that cannot be read is as good as none.
    /// - Throws: what `SharedFetches.value` throws.
    package func cover(uri: String, otherwise: String? = nil) async throws(RPCError) -> Picture? {
        try await fetches.value(Place(uri: uri, otherwise: otherwise)).picture
    }
}
