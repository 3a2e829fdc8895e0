package import AudioCore
package import LyricsCore
package import RPC

/// Gets the lyrics of tracks that come over a network, from their tags; those that were asked for last are kept.
package final class NetworkLyrics: Sendable {
    private static let kept = 8

    let fetches: SharedFetches<String, Lyrics?>

    package init(describing: any TrackDescribing, slow: SlowCalls) {
        fetches = SharedFetches("read the lyrics", kept: Self.kept, slow: slow) {
            (uri, patience) throws(RPCError) in
            do throws(AudioError) {
                return try describing.lyrics(uri: uri, monitor: patience).flatMap { Lyrics($0) }
            } catch {
                guard patience.hasRunOut else { throw RPCError(error) }
                throw RPCError(.failedPrecondition, "cannot read the lyrics of \(uri): its server is too slow")
            }
        }
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async { await fetches.run() }

    package func beginGracefulShutdown() { fetches.beginGracefulShutdown() }

    /// - Returns: nil where there are none.
    /// - Throws: where the track cannot be read; what `SharedFetches.value` throws.
    package func lyrics(uri: String) async throws(RPCError) -> Lyrics? { try await fetches.value(uri) }
}
