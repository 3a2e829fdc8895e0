import AudioCore
package import RPC
import WireFormat

/// The call of `tutti.v1.PlayerService` for what is to be known of tracks.
package struct InspectionService: Sendable {
    private let inspectors: Lookups<TrackInspector>

    /// What one call may ask for: each track may take a while.
    private static let mostTracks = 1_000

    package init(inspectors: Lookups<TrackInspector>) { self.inspectors = inspectors }

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
        let asksServers = request.uris.contains(where: TrackURI.isElsewhere)
        return try await inspectors.run("look at tracks", asksServers: asksServers) { inspector in
            var response = Wire.InspectTracksResponse()
            for uri in request.uris where !Task.isCancelled {
                response.tracks.append(await inspector.inspect(uri))
            }
            return response
        }
    }
}
