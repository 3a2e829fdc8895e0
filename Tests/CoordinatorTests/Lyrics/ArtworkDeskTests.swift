import AudioCore
import LyricsCore
import Synchronization
import Testing

@testable import Coordinator

private struct Covers: TrackDescribing {
    func describe(uri: String) throws(AudioError) -> TrackDescription { TrackDescription() }

    func cover(uri: String) throws(AudioError) -> Picture? {
        switch uri {
        case "good": Picture(mimeType: "image/png", bytes: [1])
        case "bad": Picture(mimeType: "image/png", bytes: [0])
        case "gone": throw AudioError(.notFound, "gone")
        default: nil
        }
    }
}

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
        let desk = ArtworkDesk(executor: executor, describing: Covers(), drawing: pencil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await executor.run() }
            group.addTask {
                defer { executor.beginGracefulShutdown() }
                try await body(desk, pencil)
            }
            try await group.waitForAll()
        }
    }

    @Test func aGoodCoverComesAsItIs() async throws {
        try await withDesk { desk, pencil in
            let drawn = try await desk.cover(uri: "good", title: "T", artist: "A", size: nil)
            #expect(drawn.picture.bytes == [1] && !drawn.isPlaceholder)
            #expect(pencil.scenes.withLock { $0.isEmpty })
        }
    }

    @Test(arguments: ["bad", "gone", "none"])
    func otherwiseAPlaceholderIsDrawn(_ uri: String) async throws {
        try await withDesk { desk, pencil in
            let drawn = try await desk.cover(uri: uri, title: "T", artist: "A", size: 300)
            #expect(drawn.isPlaceholder)
            let scene = ArtworkScene(cover: nil, title: "T", artist: "A", lyrics: nil, size: 300)
            #expect(pencil.scenes.withLock { $0 } == [scene])
        }
    }

    @Test func linesAreDrawnOnTheCover() async throws {
        try await withDesk { desk, pencil in
            let moment = Lyrics(.sidecar("[00:01]a"))?.moment(at: .seconds(1))
            let scene = ArtworkScene(cover: nil, title: "T", artist: "A", lyrics: moment, size: 600)
            let drawn = try await desk.drawn(uri: "good", scene)
            #expect(!drawn.isPlaceholder)
            #expect(pencil.scenes.withLock { $0.first?.cover?.bytes } == [1])
            #expect(pencil.scenes.withLock { $0.first?.lyrics?.current?.text } == "a")
        }
    }
}
