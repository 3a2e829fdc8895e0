import AudioCore
import LyricsCore

/// Three lines of lyrics on a dark band at the lower edge. The rows stand where they stand, so that nothing jumps from
/// one line to the next.
struct LyricsBand {
    private let moment: LyricMoment

    /// Parts of the picture's height.
    private static let height = 0.42
    private static let neighbourRow = 0.105
    private static let margin = 0.04
    private static let neighbourFont = 0.038
    private static let currentFont = 0.056
    private static let smallestFont = 0.032
    private static let shade = Colour(red: 0, green: 0, blue: 0, alpha: 0.66)
    private static let dimmed = Colour(red: 1, green: 1, blue: 1, alpha: 0.7)

    init(_ moment: LyricMoment) { self.moment = moment }

    /// The first row of the band in a picture of that size.
    static func top(_ size: Int) -> Int { size - Int((Double(size) * height).rounded()) }

    func draw(on canvas: Canvas) throws(AudioError) {
        let top = Self.top(canvas.size)
        canvas.band(top: top, height: canvas.size - top, Self.shade)
        // Marks that are stacked on one letter reach as high as they like.
        try canvas.within(top: top, height: canvas.size - top) { () throws(AudioError) in
            try drawLines(on: canvas, top: top)
        }
    }

    private func drawLines(on canvas: Canvas, top: Int) throws(AudioError) {
        let size = Double(canvas.size)
        let row = size * Self.neighbourRow
        try draw(Self.oneLine(moment.previous), on: canvas, top: Double(top), height: row)
        try drawCurrent(on: canvas, top: Double(top) + row, height: size - Double(top) - 2 * row)
        try draw(Self.oneLine(moment.next), on: canvas, top: size - row, height: row)
    }

    private func draw(_ text: String, on canvas: Canvas, top: Double, height: Double) throws(AudioError) {
        guard !text.isEmpty else { return }
        let size = Double(canvas.size)
        let style = TextBlock.Style(pixels: size * Self.neighbourFont, rows: 1, colour: Self.dimmed)
        let block = try TextBlock(text, style, width: size * (1 - 2 * Self.margin), on: canvas)
        block.draw(x: size * Self.margin, y: top + (height - block.height) / 2)
    }

    /// In as large letters as there is room for.
    private func drawCurrent(on canvas: Canvas, top: Double, height: Double) throws(AudioError) {
        guard let line = moment.current else { return }
        let text = line.text.isEmpty ? "♪" : line.text
        let size = Double(canvas.size)
        var style = TextBlock.Style(pixels: size * Self.currentFont, isBold: true, rows: 3)
        var block = try TextBlock(text, style, width: size * (1 - 2 * Self.margin), on: canvas)
        while block.isCut || block.height > height, style.pixels > size * Self.smallestFont {
            style.pixels *= 0.9
            block = try TextBlock(text, style, width: size * (1 - 2 * Self.margin), on: canvas)
        }
        block.draw(x: size * Self.margin, y: top + max(0, (height - block.height) / 2))
    }

    private static func oneLine(_ line: LyricLine?) -> String {
        (line?.text ?? "").split(whereSeparator: \.isNewline).joined(separator: " / ")
    }
}
