import AudioCore
import LyricsCore
import Testing

@testable import ArtworkRendering

private let red = Colour(red: 1, green: 0, blue: 0)

private func moment(_ previous: String?, _ current: String?, _ next: String?) -> LyricMoment {
    func line(_ text: String?) -> LyricLine? { text.map { LyricLine(time: .zero, text: $0) } }
    return LyricMoment(index: 1, previous: line(previous), current: line(current), next: line(next))
}

private func draw(_ cover: [UInt8]?, _ lyrics: LyricMoment? = nil, size: Int = 600) throws -> DrawnArtwork {
    let picture = cover.map { Picture(mimeType: "image/png", bytes: $0) }
    let scene = ArtworkScene(cover: picture, title: "Silence", artist: "Nobody", lyrics: lyrics, size: size)
    return try ArtworkRenderer().draw(scene)
}

/// False on a machine without fonts for the text: then only the picture behind it can be looked at.
private func hasFont(for text: String) throws -> Bool {
    let canvas = try Canvas(size: 64)
    return try TextBlock(text, TextBlock.Style(pixels: 10, rows: 1), width: 64, on: canvas).unknownGlyphs == 0
}

@Suite struct DrawingTests {
    @Test func aCoverFillsTheSquareAndIsPNG() throws {
        let drawn = try draw(try Images.plain(50, red))
        #expect(drawn.picture.mimeType == "image/png" && !drawn.isPlaceholder && drawn.problem.isEmpty)
        #expect(drawn.picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let pixels = try Pixels(drawn.picture)
        #expect(pixels.width == 600 && pixels.height == 600)
        for (x, y) in [(0, 0), (599, 0), (0, 599), (599, 599), (300, 300)] { #expect(pixels.at(x, y) == [255, 0, 0]) }
    }

    @Test func linesStandOnADarkBand() throws {
        let pixels = try Pixels(try draw(try Images.plain(700, red), moment("before", "NOW", "after")).picture)
        let top = LyricsBand.top(600)
        #expect(pixels.at(5, top - 2) == [255, 0, 0])
        let dark = pixels.at(5, top + 2)
        #expect(dark[0] < 100 && dark[1] == 0 && dark[2] == 0)
        guard try hasFont(for: "NOW") else { return }
        let row = (600 - top) / 4
        let counts = (0..<4).map { pixels.whiteCount(rows: top + $0 * row..<top + ($0 + 1) * row) }
        #expect(counts[1] + counts[2] > counts[0] && counts[1] + counts[2] > 100)
        #expect(pixels.brightest(rows: top..<top + row) > 100 && pixels.brightest(rows: 600 - row..<600) > 100)
    }

    @Test func aMissingLineLeavesItsRowEmpty() throws {
        let pixels = try Pixels(try draw(try Images.plain(100, red), moment(nil, nil, "first")).picture)
        let top = LyricsBand.top(600)
        #expect(pixels.brightest(rows: top + 1..<600 - 70) < 100)
        if try hasFont(for: "NOW") { #expect(pixels.brightest(rows: 540..<600) > 100) }
    }

    @Test func withoutLinesThereIsNoBand() throws {
        let pixels = try Pixels(try draw(try Images.plain(100, red), moment(nil, nil, nil)).picture)
        #expect(pixels.at(300, 590) == [255, 0, 0])
    }

    @Test(arguments: [
        "你好，世界 永远", "こんにちは世界", "안녕하세요 세계", "שלום עולם (abc)", "مرحبا بالعالم ١٢٣", "🎵🎶 music 👨‍👩‍👧", "mixed 漢字 and עברית 🎵",
        String(repeating: "verylongwordwithoutanyspace", count: 40), String(repeating: "many words ", count: 90),
        "two\nparagraphs", String(repeating: "x\n", count: 200), "e" + String(repeating: "\u{301}", count: 900),
        "\u{0}\u{1B}[31m",
        "", "<b>no markup</b> & co", "\u{202E}\u{2066}\u{FFFD}\u{10FFFF}",
    ])
    func everyScriptAndLengthIsDrawn(_ text: String) throws {
        let pixels = try Pixels(try draw(try Images.plain(100, red), moment(text, text, text), size: 300).picture)
        #expect(pixels.width == 300)
        // Nothing is drawn above the band, whatever the text.
        #expect(pixels.at(150, LyricsBand.top(300) - 1) == [255, 0, 0])
        if text.contains(where: \.isLetter), try hasFont(for: text) {
            #expect(pixels.whiteCount(rows: LyricsBand.top(300)..<300) > 10)
        }
    }

    @Test func longLinesAreWrappedAndCut() throws {
        let canvas = try Canvas(size: 600)
        guard try hasFont(for: "NOW") else { return }
        let style = TextBlock.Style(pixels: 30, rows: 3)
        let one = try TextBlock("word", style, width: 500, on: canvas)
        let three = try TextBlock(String(repeating: "word ", count: 60), style, width: 500, on: canvas)
        #expect(three.height > 2.5 * one.height && three.height < 3.5 * one.height)
    }

    @Test func withoutACoverTitleAndArtistAreDrawn() throws {
        let drawn = try draw(nil)
        #expect(drawn.isPlaceholder && drawn.problem.isEmpty)
        let pixels = try Pixels(drawn.picture)
        let ground = pixels.at(2, 2)
        #expect(ground.allSatisfy { $0 < 100 } && pixels.at(597, 597) == ground)
        if try hasFont(for: "NOW") { #expect(pixels.whiteCount(rows: 200..<400) > 200) }
        let isTheSameAgain = try draw(nil) == drawn
        #expect(isTheSameAgain)
        let other = ArtworkScene(cover: nil, title: "Noise", artist: "Somebody", lyrics: nil, size: 600)
        #expect(try Pixels(ArtworkRenderer().draw(other).picture).at(2, 2) != ground)
    }

    @Test func sizesAreKeptInBounds() throws {
        #expect(try Pixels(draw(nil, size: 1).picture).width == ArtworkLimit.sizes.lowerBound)
        #expect(try Pixels(draw(nil, size: 1_000_000).picture).width == ArtworkLimit.sizes.upperBound)
    }

    @Test func whatIsTooLongForAMessageIsMadeSmaller() throws {
        let drawn = try draw(try Images.noise(700), size: 900)
        #expect(drawn.picture.bytes.count <= ArtworkLimit.bytes)
        let width = try Pixels(drawn.picture).width
        #expect((400..<900).contains(width))
    }
}
