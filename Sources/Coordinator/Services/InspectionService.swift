import AudioCore
package import RPC
import WireFormat

/// The call of `tutti.v1.PlayerService` for what is to be known of tracks.
package struct InspectionService: Sendable {
    private let inspectors: Lookups<TrackInspector>
    private let clock: ClockReading

    /// What one call may ask for: each track may take a while.
    private static let mostTracks = 1_000

    package init(inspectors: Lookups<TrackInspector>, clock: @escaping ClockReading) {
        self.inspectors = inspectors
        self.clock = clock
    }

    package func register(on router: inout Router) {
        router.serve(Wire.PlayerService.inspectTracks) { (request, context) async throws(RPCError) in
            try await inspect(request, within: context.timeout * 4 / 5)
        }
    }

    /// - Parameter limit: shared among the tracks; what one does not need the next ones have.
    private func inspect(
        _ request: Wire.InspectTracksRequest,
        within limit: Duration
    ) async throws(RPCError) -> Wire.InspectTracksResponse {
        guard (1...Self.mostTracks).contains(request.uris.count) else {
            throw RPCError(
                .invalidArgument,
                "cannot look at \(request.uris.count) tracks at once: name 1 to \(Self.mostTracks)"
            )
        }
        let asksServers = request.uris.contains(where: TrackURI.isElsewhere)
        return try await inspectors.run("look at tracks", asksServers: asksServers) { [clock] inspector in
            var response = Wire.InspectTracksResponse()
            let end = clock() + .milliseconds(limit.wholeMilliseconds)
            for (index, uri) in request.uris.enumerated() where !Task.isCancelled {
                let left = Duration.nanoseconds((end - clock()).nanoseconds)
                let share = left / (request.uris.count - index)
                let wait = TrackURI.isElsewhere(uri) ? min(share, Patience.limit) : nil
                response.tracks.append(await inspector.inspect(uri, within: wait))
            }
            return response
        }
    }
}
