package import AudioCore

/// What is to be drawn: a square picture for remotes and lock screens.
package struct ArtworkScene: Hashable, Sendable {
    /// The picture of the track; nil, or what cannot be decoded: a placeholder with title and artist is drawn.
    package var cover: Picture?
    package var title: String
    package var artist: String
    /// The lines to draw over it; nil, or without any line: none.
    package var lyrics: LyricMoment?
    /// Its width and height in pixels; brought into `ArtworkLimit.sizes`.
    package var size: Int

    package init(cover: Picture?, title: String, artist: String, lyrics: LyricMoment?, size: Int) {
        self.cover = cover
        self.title = title
        self.artist = artist
        self.lyrics = lyrics
        self.size = size
    }
}

package struct DrawnArtwork: Hashable, Sendable {
    package var picture: Picture
    /// Drawn in place of a cover that does not exist or cannot be shown.
    package var isPlaceholder: Bool
    /// Why a cover that exists is not shown; empty otherwise.
    package var problem: String

    package init(picture: Picture, isPlaceholder: Bool, problem: String = "") {
        self.picture = picture
        self.isPlaceholder = isPlaceholder
        self.problem = problem
    }
}

package enum ArtworkLimit {
    /// Width and height in pixels of what is drawn.
    package static let sizes = 64...1_600
    package static let usualSize = 600
    /// Of an encoded picture, so that it fits a message of 1 MiB.
    package static let bytes = 1_000_000
}

/// Draws pictures. Calls compute for long: all of them belong on one thread, which is not one of the cooperative pool.
package protocol ArtworkDrawing: Sendable {
    /// The scene as PNG, made smaller where it would be longer than `ArtworkLimit.bytes`.
    /// - Throws: `internal` where the drawing library fails.
    func draw(_ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork
    /// The cover as it is where it can be decoded, is not longer than `ArtworkLimit.bytes` and not larger than `size`;
    /// else made smaller.
    /// - Parameter size: of its longer side in pixels; nil: any that fits.
    /// - Returns: nil where it cannot be decoded within bounded memory.
    /// - Throws: `internal` where the drawing library fails.
    func fit(_ cover: Picture, size: Int?) throws(AudioError) -> Picture?
}
