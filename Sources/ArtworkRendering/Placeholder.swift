import AudioCore

/// What stands for a cover: title and artist on a ground whose colour is always the same for the same track.
struct Placeholder {
    let title: String
    let artist: String

    /// - Parameter height: the rows that are not covered by something else.
    func draw(on canvas: Canvas, height: Int) throws(AudioError) {
        canvas.fill(ground)
        let size = Double(canvas.size)
        let margin = size * 0.08
        var blocks: [TextBlock] = []
        for (text, style) in [
            (title, TextBlock.Style(pixels: size * 0.075, isBold: true, rows: 3)),
            (
                artist,
                TextBlock.Style(pixels: size * 0.05, rows: 2, colour: Colour(red: 1, green: 1, blue: 1, alpha: 0.8))
            ),
        ] where !text.isEmpty {
            blocks.append(try TextBlock(text, style, width: size - 2 * margin, on: canvas))
        }
        let gap = size * 0.03
        let total = blocks.reduce(0) { $0 + $1.height } + gap * Double(max(0, blocks.count - 1))
        var top = max(0, (Double(height) - total) / 2)
        for block in blocks {
            block.draw(x: margin, y: top)
            top += block.height + gap
        }
    }

    /// A dark colour, on which white is read easily.
    private var ground: Colour {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // FNV-1a (Fowler, Noll, Vo), 64 bits.
        for byte in "\(artist)\n\(title)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let hue = Double(hash % 360) / 60
        let part = 1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1)
        let (red, green, blue): (Double, Double, Double) =
            switch Int(hue) {
            case 0: (1, part, 0)
            case 1: (part, 1, 0)
            case 2: (0, 1, part)
            case 3: (0, part, 1)
            case 4: (part, 0, 1)
            default: (1, 0, part)
            }
        return Colour(red: 0.12 + red * 0.22, green: 0.12 + green * 0.22, blue: 0.12 + blue * 0.22)
    }
}
