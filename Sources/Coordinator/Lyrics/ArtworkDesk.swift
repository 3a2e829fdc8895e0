package import AudioCore
package import LyricsCore

/// Draws pictures, on an executor of its own: it takes its time, and the drawing libraries' objects belong to one
/// thread.
package actor ArtworkDesk {
    private let executor: ThreadExecutor
    private let drawing: any ArtworkDrawing
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, drawing: any ArtworkDrawing) {
        self.executor = executor
        self.drawing = drawing
    }

    /// The scene's cover as it is where it can be shown and sent, else a smaller one, else a placeholder.
    /// - Parameter size: of its longer side in pixels; nil: as it is.
    package func cover(_ scene: ArtworkScene, size: Int?) throws(AudioError) -> DrawnArtwork {
        if let cover = scene.cover, let picture = try drawing.fit(cover, size: size) {
            return DrawnArtwork(picture: picture, isPlaceholder: false)
        }
        var scene = scene
        scene.cover = nil
        return try drawing.draw(scene)
    }

    /// The scene, lyrics and all, as PNG.
    package func drawn(_ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork { try drawing.draw(scene) }
}
