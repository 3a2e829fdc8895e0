import AudioCore
package import RPC
import WireFormat

/// The call of `tutti.v1.PlayerService` for what is to be known of tracks.
package struct InspectionService: Sendable {
    private let inspector: TrackInspector
    private let remote: @Sendable (ThreadExecutor) -> TrackInspector
    private let slow: SlowCalls

    /// What one call may ask for: each track may take a while.
    private static let mostTracks = 1_000

    /// - Parameter remote: for tracks that come over a network, on the thread of each call: nothing waits behind them.
    package init(
        inspector: TrackInspector,
        slow: SlowCalls,
        remote: @escaping @Sendable (ThreadExecutor) -> TrackInspector
    ) {
        self.inspector = inspector
        self.remote = remote
        self.slow = slow
    }

    package func register(on router: inout Router) {
        router.serve(Wire.PlayerService.inspectTracks) { (request, _) async throws(RPCError) in
            try await inspect(request)
        }
    }

    private func inspect(_ request: Wire.InspectTracksRequest) async throws(RPCError) -> Wire.InspectTracksResponse {
        guard (1...Self.mostTracks).contains(request.uris.count) else {
            throw RPCError(
                .invalidArgument,
                "cannot look at \(request.uris.count) tracks at once: name 1 to \(Self.mostTracks)"
            )
        }
        guard request.uris.contains(where: TrackURI.isElsewhere) else {
            return await look(at: request.uris, remote: inspector)
        }
        return try await slow.run("look at tracks") { (executor) async throws(RPCError) in
            await look(at: request.uris, remote: remote(executor))
        }
    }

    private func look(at uris: [String], remote: TrackInspector) async -> Wire.InspectTracksResponse {
        var response = Wire.InspectTracksResponse()
        for uri in uris where !Task.isCancelled {
            response.tracks.append(await (TrackURI.isElsewhere(uri) ? remote : inspector).inspect(uri))
        }
        return response
    }
}
