import AudioCore
import LyricsCore
import PlaybackCore
package import RPC
import WireFormat

/// The calls of `tutti.v1.PlayerService` for lyrics and artwork.
package struct WordsService: Sendable {
    private let zones: ZoneTable
    private let covers: Covers
    private let artwork: ArtworkDesk?
    private let places = CallPlaces(for: "lyrics and covers")

    /// - Parameter artwork: nil where nothing can be drawn.
    package init(zones: ZoneTable, covers: Covers, artwork: ArtworkDesk?) {
        self.zones = zones
        self.covers = covers
        self.artwork = artwork
    }

    package func register(on router: inout Router) {
        router.serve(Wire.PlayerService.getLyrics) { (request, _) async throws(RPCError) in
            try places.enter("read the lyrics")
            defer { places.leave() }
            let item = request.itemId == 0 ? nil : ItemID(request.itemId)
            return try await zones[request.zone].lyrics(of: item)
        }
        router.serve(Wire.PlayerService.getArtwork) { (request, _) async throws(RPCError) in
            try places.enter("show the cover")
            defer { places.leave() }
            return try await getArtwork(request)
        }
    }

    private func getArtwork(_ request: Wire.GetArtworkRequest) async throws(RPCError) -> Wire.GetArtworkResponse {
        let size = request.sizePixels == 0 ? nil : Int(request.sizePixels)
        if let size, !ArtworkLimit.sizes.contains(size) {
            let (least, most) = (ArtworkLimit.sizes.lowerBound, ArtworkLimit.sizes.upperBound)
            throw RPCError(.outOfRange, "cannot draw a picture of \(size) pixels: choose \(least) to \(most)")
        }
        let facts = try await zones[request.zone].artworkFacts(withLyrics: request.withLyrics)
        guard let artwork else {
            throw RPCError(.unimplemented, "this coordinator cannot draw pictures: it was built without")
        }
        let scene = ArtworkScene(
            cover: try await covers.cover(uri: facts.item.uri, otherwise: facts.item.cover),
            title: facts.item.displayTitle,
            artist: facts.item.artist ?? "",
            lyrics: facts.moment,
            size: size ?? ArtworkLimit.usualSize
        )
        do throws(AudioError) {
            let drawn =
                request.withLyrics
                ? try await artwork.drawn(scene) : try await artwork.cover(scene, size: size)
            return Wire.GetArtworkResponse(
                mimeType: drawn.picture.mimeType,
                image: drawn.picture.bytes,
                isPlaceholder: drawn.isPlaceholder
            )
        } catch {
            throw RPCError(error)
        }
    }
}

extension QueueItem {
    /// Its title, else its file's name without what tells the kind.
    var displayTitle: String {
        if let title, !title.isEmpty { return title }
        let name = TrackURI.fileName(uri)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
