import AudioCore
import PlaybackCore
package import RPC
import WireFormat

/// `tutti.v1.QueueService`: the queue of a zone.
package struct QueueService: Sendable {
    private let zones: ZoneTable
    private let library: Lookups<LibraryScanner>
    private let probe: MetadataProbe

    package init(zones: ZoneTable, library: Lookups<LibraryScanner>, probe: MetadataProbe) {
        self.zones = zones
        self.library = library
        self.probe = probe
    }

    package func register(on router: inout Router) {
        router.serve(Wire.QueueService.add) { (request, _) async throws(RPCError) in try await add(request) }
        router.serve(Wire.QueueService.list) { (request, _) async throws(RPCError) in
            let count = request.count == 0 ? nil : Int(request.count)
            return await (try zones[request.zone]).list(from: Int(request.firstIndex), count: count)
        }
        router.serve(Wire.QueueService.remove) { (request, _) async throws(RPCError) in
            let (ids, zone) = (request.ids.map { ItemID($0) }, try zones[request.zone])
            let edited = try await zone.edit(.remove(ids), expectedVersion: request.seenVersion)
            let gone = Set(ids)
            probe.drop(for: zone.inbox) { gone.contains($0) }
            return edited
        }
        router.serve(Wire.QueueService.move) { (request, _) async throws(RPCError) in
            try await zones[request.zone].edit(
                .move(ItemID(request.id), to: Int(request.index)),
                expectedVersion: request.seenVersion
            )
        }
        router.serve(Wire.QueueService.clear) { (request, _) async throws(RPCError) in
            let zone = try zones[request.zone]
            let edited = try await zone.edit(.clear, expectedVersion: request.seenVersion)
            probe.drop(for: zone.inbox) { _ in true }
            return edited
        }
    }

    private func add(_ request: Wire.AddRequest) async throws(RPCError) -> Wire.AddResponse {
        let zone = try zones[request.zone]
        guard !request.uris.isEmpty else {
            throw RPCError(.invalidArgument, "nothing was given to add: name files or folders")
        }
        let start = try Self.start(request)
        let place: QueuePlace? =
            switch request.place {
            case .unspecified, .end: .end
            case .next: .next
            case .at: .index(Int(request.index))
            case .replace: nil
            }
        let uris = request.uris
        let asksServers = uris.contains(where: LibraryScanner.mayAskServers)
        let found = try await library.run("add to the queue", asksServers: asksServers) {
            (scanner) async throws(RPCError) in try await scanner.expand(uris)
        }
        guard !found.tracks.isEmpty else { throw Self.nothing(in: request.uris, found.warnings) }
        let added = try await zone.add(
            Self.items(found.tracks, from: start, request),
            at: place,
            play: request.play,
            expectedVersion: request.seenVersion
        )
        // What was there before has smaller numbers.
        if place == nil, let first = added.ids.first { probe.drop(for: zone.inbox) { $0 < first } }
        let unread = zip(added.ids, found.tracks).filter { $1.problem == nil }
        probe.enqueue(unread.map { ProbeRequest(item: $0, uri: $1.uri) }, for: zone.inbox)
        return Wire.AddResponse(ids: added.ids.map(\.rawValue), version: added.version, warnings: found.warnings)
    }

    /// Nothing came of what was named: the queue stays as it is, also where it was to be replaced.
    static func nothing(in uris: [String], _ warnings: [String]) -> RPCError {
        let what = uris.count == 1 ? "\(uris[0].cut(toBytes: 256)) holds" : "the \(uris.count) that were named hold"
        let reason = warnings.first.map { " (\($0))" } ?? ""
        let remedy = "name a file, or a folder or playlist with some"
        return RPCError(.failedPrecondition, "nothing was added: \(what) no tracks\(reason); \(remedy)")
    }

    /// Where the first of the tracks is to begin; nil: at its beginning.
    private static func start(_ request: Wire.AddRequest) throws(RPCError) -> Interval? {
        guard (0...Interval.longestTrack.milliseconds).contains(request.startPositionMs) else {
            throw RPCError(
                .outOfRange,
                "cannot start \(request.startPositionMs) ms into a track: give a time from 0 to a year"
            )
        }
        return request.startPositionMs > 0 ? .milliseconds(request.startPositionMs) : nil
    }

    private static func items(
        _ tracks: [ListedTrack],
        from start: Interval?,
        _ request: Wire.AddRequest
    ) -> [NewItem] {
        var items = tracks.map {
            NewItem(
                uri: $0.uri,
                title: $0.title,
                artist: $0.artist,
                album: $0.album,
                duration: $0.duration,
                durationEstimated: $0.duration != nil,
                autoplay: !request.noAutoplay,
                keepPosition: request.keepPosition,
                cover: $0.cover,
                problem: $0.problem
            )
        }
        if !items.isEmpty { items[0].startPosition = start }
        return items
    }
}
