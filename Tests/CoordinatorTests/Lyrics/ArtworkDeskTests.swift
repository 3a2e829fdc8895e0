import AudioCore
import LyricsCore
import Synchronization
import Testing

@testable import Coordinator

/// Takes pictures that begin with 1.
private final class Pencil: ArtworkDrawing {
    let scenes = Mutex<[ArtworkScene]>([])

    func draw(_ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork {
        scenes.withLock { $0.append(scene) }
        return DrawnArtwork(picture: Picture(mimeType: "image/png", bytes: [9]), isPlaceholder: scene.cover == nil)
    }

    func fit(_ cover: Picture, size: Int?) throws(AudioError) -> Picture? { cover.bytes == [1] ? cover : nil }
}

@Suite struct ArtworkDeskTests {
    private func withDesk(_ body: @escaping @Sendable (ArtworkDesk, Pencil) async throws -> Void) async throws {
        let executor = try ThreadExecutor(name: "artwork")
        let pencil = Pencil()
        let desk = ArtworkDesk(executor: executor, drawing: pencil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await executor.run() }
            group.addTask {
                defer { executor.beginGracefulShutdown() }
                try await body(desk, pencil)
            }
            try await group.waitForAll()
        }
    }

    private func scene(_ cover: UInt8?, lyrics: LyricMoment? = nil) -> ArtworkScene {
        let cover = cover.map { Picture(mimeType: "image/png", bytes: [$0]) }
        return ArtworkScene(cover: cover, title: "T", artist: "A", lyrics: lyrics, size: 300)
    }

    @Test func aGoodCoverComesAsItIs() async throws {
        try await withDesk { desk, pencil in
            let drawn = try await desk.cover(scene(1), size: nil)
            #expect(drawn.picture.bytes == [1] && !drawn.isPlaceholder)
            #expect(pencil.scenes.withLock { $0.isEmpty })
        }
    }

    @Test(arguments: [0, nil] as [UInt8?])
    func otherwiseAPlaceholderIsDrawn(_ cover: UInt8?) async throws {
        try await withDesk { desk, pencil in
            let drawn = try await desk.cover(scene(cover), size: 300)
            #expect(drawn.isPlaceholder)
            #expect(pencil.scenes.withLock { $0 } == [scene(nil)])
        }
    }

    @Test func linesAreDrawnOnTheCover() async throws {
        try await withDesk { desk, pencil in
            let moment = Lyrics(.sidecar("[00:01]a"))?.moment(at: .seconds(1))
            let drawn = try await desk.drawn(scene(1, lyrics: moment))
            #expect(!drawn.isPlaceholder)
            #expect(pencil.scenes.withLock { $0 } == [scene(1, lyrics: moment)])
        }
    }
}
