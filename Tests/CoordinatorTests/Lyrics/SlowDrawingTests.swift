import AudioCore
import ControlClient
import LinuxSystem
import LyricsCore
import PlaybackCore
import RPC
import Testing

@testable import Coordinator

/// Draws when the test lets it.
private final class SlowPencil: ArtworkDrawing {
    let isLet: EventSignal

    init() throws { isLet = try EventSignal() }

    func draw(_ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork {
        while Poll.wait(for: [isLet.fileDescriptor], timeout: nil) == 0 {}
        return DrawnArtwork(picture: Picture(mimeType: "image/png", bytes: [9]), isPlaceholder: true)
    }

    func fit(_ cover: Picture, size: Int?) throws(AudioError) -> Picture? { nil }
}

@Suite struct SlowDrawingTests {
    @Test(.timeLimit(.minutes(1))) func picturesTakeNotAllPlacesForCalls() async throws {
        var zone = StoredZone(seed: 3)
        zone.items = [QueueItem(id: ItemID(4), uri: "track:1")]
        zone.order.current = ItemID(4)
        zone.transport = .paused
        let pencil = try SlowPencil()
        try await ServedHouse.with(HouseStore(StoredState(zones: [zone])), drawing: pencil) { client, _ in
            await withTaskGroup(of: StatusCode.self) { group in
                for _ in 0...CallPlaces.most {
                    group.addTask { await ServedHouse.code(client, .artwork(withLyrics: false)) }
                }
                #expect(await group.next() == .resourceExhausted)
                #expect(await ServedHouse.code(client, .nowPlaying()) == .ok)
                pencil.isLet.signal()
                for _ in 0..<CallPlaces.most { #expect(await group.next() == .ok) }
            }
        }
    }
}
