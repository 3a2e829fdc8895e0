import AudioCore
import LyricsCore
import Testing

@testable import ArtworkRendering

@Suite struct HostilePictureTests {
    private func expectPlaceholder(_ bytes: [UInt8], _ name: String) throws {
        let cover = Picture(mimeType: "image/png", bytes: bytes)
        let scene = ArtworkScene(cover: cover, title: "T", artist: "A", lyrics: nil, size: 64)
        let drawn = try ArtworkRenderer().draw(scene)
        let (isPlaceholder, problem) = (drawn.isPlaceholder, drawn.problem)
        #expect(isPlaceholder, "\(name)")
        #expect(problem.hasPrefix("cannot show the cover: "), "\(name)")
        let isRefused = try ArtworkRenderer().fit(cover, size: nil) == nil
        #expect(isRefused, "\(name)")
    }

    @Test func whatIsNoPictureIsReplaced() throws {
        try expectPlaceholder([], "nothing")
        try expectPlaceholder(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "text")
        try expectPlaceholder([0xFF, 0xD8, 0xFF], "three bytes")
        try expectPlaceholder([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0xFF, count: 100_000), "0xFF")
        try expectPlaceholder(Array("GIF89a".utf8) + [UInt8](repeating: 0x21, count: 50_000), "a GIF of extensions")
        try expectPlaceholder(Array("BM".utf8) + [UInt8](repeating: 0x7F, count: 200), "BMP")
        try expectPlaceholder(Array("RIFF1234WEBPVP8 ".utf8) + [UInt8](repeating: 1, count: 200), "WebP")
    }

    @Test func whatIsCutOffIsReplaced() throws {
        let png = try Images.noise(80)
        let jpeg = try Images.jpeg(png)
        for (name, whole) in [("PNG", png), ("JPEG", jpeg)] {
            for part in [9, whole.count / 4, whole.count / 2, whole.count * 3 / 4] {
                try expectPlaceholder(Array(whole.prefix(part)), "\(name), \(part) bytes")
            }
        }
    }

    @Test func hugeClaimsAreRefusedBeforeAnythingIsDecoded() throws {
        try expectPlaceholder(try Images.claiming(50_000, 50_000), "PNG")
        try expectPlaceholder(try Images.claiming(0x7FFF_FFFF, 0x7FFF_FFFF), "PNG of 2^31")
        try expectPlaceholder(try Images.claiming(0, 5), "PNG without a width")
        try expectPlaceholder(try Images.claiming(1, 30_000), "PNG of one column")
        try expectPlaceholder(try Images.claimingJPEG(50_000), "JPEG")
        try expectPlaceholder(try Images.claimingJPEG(0), "JPEG without a size")
        let gif: [UInt8] = Array("GIF89a".utf8) + [0x50, 0xC3, 0x50, 0xC3, 0, 0, 0]
        try expectPlaceholder(gif + [0x2C, 0, 0, 0, 0, 0x50, 0xC3, 0x50, 0xC3, 0, 2, 1, 0, 0, 0x3B], "GIF")
    }

    @Test func slowPicturesAreRefused() throws {
        let jpeg = try Images.jpeg(try Images.plain(16, .white))
        let scans = [[UInt8]](repeating: [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0], count: 5_000).flatMap { $0 }
        try expectPlaceholder(Array(jpeg.dropLast(2)) + scans + [0xFF, 0xD9], "JPEG of 5,000 scans")
    }

    @Test func damagedBytesNeverTrap() throws {
        let png = try Images.noise(24)
        let jpeg = try Images.jpeg(png)
        var state: UInt32 = 7
        for whole in [png, jpeg] {
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<4 {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    bytes[Int(state >> 8) % bytes.count] = UInt8(truncatingIfNeeded: state >> 3)
                }
                _ = try ArtworkRenderer().fit(Picture(mimeType: "", bytes: bytes), size: 64)
            }
        }
    }
}

@Suite struct FittingTests {
    private let renderer = ArtworkRenderer()

    @Test func whatFitsComesAsItIsWithItsOwnType() throws {
        let png = try Images.plain(200, .white)
        let cover = Picture(mimeType: "image/jpg", bytes: png)
        for size in [nil, 200] {
            let isSame = try renderer.fit(cover, size: size) == Picture(mimeType: "image/png", bytes: png)
            #expect(isSame)
        }
    }

    @Test func largerOnesAreMadeSmaller() throws {
        let cover = Picture(mimeType: "", bytes: try Images.plain(300, Colour(red: 0, green: 0, blue: 1)))
        let fitted = try #require(try renderer.fit(cover, size: 100))
        let pixels = try Pixels(fitted)
        #expect(pixels.width == 100 && pixels.height == 100)
        #expect(pixels.at(50, 50)[2] > 240 && pixels.at(50, 50)[0] < 15)
    }

    @Test func longOnesAreMadeToFitAMessage() throws {
        let noise = Picture(mimeType: "", bytes: try Images.noise(1_200))
        #expect(noise.bytes.count > ArtworkLimit.bytes)
        let fitted = try #require(try renderer.fit(noise, size: nil))
        #expect(fitted.bytes.count <= ArtworkLimit.bytes)
        #expect(try Pixels(fitted).width > 500)
    }

    @Test func rubbishBehindAPictureIsNoDamage() throws {
        let jpeg = try Images.jpeg(try Images.plain(32, .white))
        let cover = Picture(mimeType: "", bytes: jpeg + [UInt8](repeating: 0, count: 500))
        #expect(try renderer.fit(cover, size: nil)?.mimeType == "image/jpeg")
    }

    @Test func ofAnAnimationTheFirstPictureIsTaken() throws {
        let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
        let bytes = header + [[UInt8]](repeating: frame, count: 1_000).flatMap { $0 } + [0x3B]
        #expect(ImageScreening.screened(bytes, .gif) == header + frame + [0x3B])
        let fitted = try renderer.fit(Picture(mimeType: "", bytes: bytes), size: nil)
        #expect(fitted?.mimeType == "image/gif")
    }
}
