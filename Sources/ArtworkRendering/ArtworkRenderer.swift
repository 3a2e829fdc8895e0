package import AudioCore
import CPango
package import LyricsCore

/// Draws artwork with cairo, pango and gdk-pixbuf. Has no state; every object of the libraries lives for one call, on
/// its thread.
package struct ArtworkRenderer: ArtworkDrawing {
    package init() {}

    package func draw(_ scene: ArtworkScene) throws(AudioError) -> DrawnArtwork {
        var size = min(max(scene.size, ArtworkLimit.sizes.lowerBound), ArtworkLimit.sizes.upperBound)
        let (cover, problem) = Self.decoded(scene.cover, size)
        while true {
            let bytes = try Self.png(scene, cover, size: size)
            if bytes.count <= ArtworkLimit.bytes || size <= ArtworkLimit.sizes.lowerBound {
                return DrawnArtwork(
                    picture: Picture(mimeType: ImageKind.png.mimeType, bytes: bytes),
                    isPlaceholder: cover == nil,
                    problem: problem
                )
            }
            size = Self.smaller(size, having: bytes.count)
        }
    }

    package func fit(_ cover: Picture, size: Int?) throws(AudioError) -> Picture? {
        let most = ArtworkLimit.sizes.upperBound
        guard let kind = ImageKind(cover.bytes),
            let first = try? PictureDecoder.decode(cover.bytes, .inside(min(size ?? most, most)))
        else { return nil }
        let isSmall = max(first.originalWidth, first.originalHeight) <= size ?? Int.max
        if isSmall, cover.bytes.count <= ArtworkLimit.bytes {
            return Picture(mimeType: kind.mimeType, bytes: cover.bytes)
        }
        var picture = first
        while true {
            let encoded = try PictureEncoder.encode(picture)
            let side = max(picture.width, picture.height)
            if encoded.bytes.count <= ArtworkLimit.bytes || side <= ArtworkLimit.sizes.lowerBound { return encoded }
            let next = Self.smaller(side, having: encoded.bytes.count)
            guard let smaller = try? PictureDecoder.decode(cover.bytes, .inside(next)) else { return nil }
            picture = smaller
        }
    }

    private static func decoded(_ cover: Picture?, _ size: Int) -> (DecodedPicture?, String) {
        guard let cover else { return (nil, "") }
        do throws(PictureProblem) {
            return (try PictureDecoder.decode(cover.bytes, .covering(size)), "")
        } catch {
            return (nil, "cannot show the cover: \(error.message)")
        }
    }

    private static func png(_ scene: ArtworkScene, _ cover: DecodedPicture?, size: Int) throws(AudioError) -> [UInt8] {
        let canvas = try Canvas(size: size)
        let lyrics = scene.lyrics.flatMap { $0.isEmpty ? nil : $0 }
        if let cover {
            canvas.fill(Colour(red: 0, green: 0, blue: 0))
            try canvas.cover(cover)
        } else {
            let placeholder = Placeholder(title: scene.title, artist: scene.artist)
            try placeholder.draw(on: canvas, height: lyrics == nil ? size : LyricsBand.top(size))
        }
        if let lyrics { try LyricsBand(lyrics).draw(on: canvas) }
        return try canvas.png()
    }

    /// A side with which the encoded picture should have fewer bytes than allowed.
    private static func smaller(_ side: Int, having bytes: Int) -> Int {
        let share = (Double(ArtworkLimit.bytes) / Double(bytes)).squareRoot()
        return max(ArtworkLimit.sizes.lowerBound, min(side - 1, Int(Double(side) * share * 0.97)))
    }
}

extension LyricMoment {
    fileprivate var isEmpty: Bool { previous == nil && current == nil && next == nil }
}
