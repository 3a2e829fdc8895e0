package import AudioCore
package import LyricsCore

/// Reads covers and draws pictures, on an executor of its own: both take their time, and the drawing libraries' objects belong
/// to one thread.
package actor ArtworkDesk {
    private let executor: ThreadExecutor
    private let describing: any TrackDescribing
    private let drawing: any ArtworkDrawing
    /// The cover that came over a network last: line after line of lyrics is drawn on it.
    private var fetched: (uri: String, cover: Picture?)?
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, describing: any TrackDescribing, drawing: any ArtworkDrawing) {
        self.executor = executor
        self.describing = describing
        self.drawing = drawing
    }

    /// The cover as it is where it can be shown and sent, else a smaller one, else a placeholder.
    /// - Parameter size: of its longer side in pixels; nil: as it is.
    package func cover(uri: String, title: String, artist: String, size: Int?) throws(AudioError) -> DrawnArtwork {
        if let cover = cover(uri), let picture = try drawing.fit(cover, size: size) {
            return DrawnArtwork(picture: picture, isPlaceholder: false)
        }
        let scene = ArtworkScene(
            cover: nil,
            title: title,
            artist: artist,
            lyrics: nil,
            size: size ?? ArtworkLimit.usualSize
        )
        return try drawing.draw(scene)
    }

    /// The cover with lines of lyrics drawn on it, as PNG.
    package func drawn(uri: String, _ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork {
        var scene = scene
        scene.cover = cover(uri)
        return try drawing.draw(scene)
    }

    /// A cover that cannot be read is as good as none.
    private func cover(_ uri: String) -> Picture? {
        if let fetched, fetched.uri == uri { return fetched.cover }
        let cover = (try? describing.cover(uri: uri)) ?? nil
        if TrackURI.isElsewhere(uri) { fetched = (uri, cover) }
        return cover
    }
}
