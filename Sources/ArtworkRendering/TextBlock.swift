import AudioCore
import CPango

/// A text that is laid out in a column: wrapped at words, or inside those that are too long, and cut with dots where it
/// would need more rows. Scripts, directions and fallback fonts are pango's and fontconfig's work. Owns pango's
/// objects.
final class TextBlock {
    struct Style: Hashable {
        /// Height of the font in pixels.
        var pixels: Double
        var isBold = false
        /// Of each paragraph.
        var rows: Int
        var colour = Colour.white
    }

    /// In pixels.
    let height: Double
    private let layout: OpaquePointer
    private let style: Style
    private let canvas: Canvas

    /// No font in the world shows more on a picture.
    private static let maximumCharacters = 400
    private static let maximumParagraphs = 3

    /// - Parameters:
    ///   - text: paragraphs separated by newlines, the first three of which are taken.
    ///   - width: of the column in pixels; the text is centred in it.
    init(_ text: String, _ style: Style, width: Double, on canvas: Canvas) throws(AudioError) {
        guard let layout = pango_cairo_create_layout(canvas.cairo), let font = pango_font_description_new() else {
            throw Canvas.error(CAIRO_STATUS_NO_MEMORY)
        }
        defer { pango_font_description_free(font) }
        self.layout = layout
        self.style = style
        self.canvas = canvas
        pango_font_description_set_family(font, "Sans")
        pango_font_description_set_absolute_size(font, style.pixels * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_layout_set_font_description(layout, font)
        pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(layout, -Int32(style.rows))
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        var shown = Self.paragraphs(text).joined(separator: "\n")
        shown.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
        var (columns, rows) = (Int32(0), Int32(0))
        pango_layout_get_pixel_size(layout, &columns, &rows)
        height = Double(rows)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    /// - Parameters:
    ///   - x: of the column's left edge, in pixels.
    ///   - y: of the text's upper edge.
    func draw(x: Double, y: Double) {
        style.colour.use(canvas.cairo)
        cairo_move_to(canvas.cairo, x, y)
        pango_cairo_show_layout(canvas.cairo, layout)
    }

    /// Whether the text was longer than its rows.
    var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }

    /// Characters for which no font was found; they are drawn as boxes.
    var unknownGlyphs: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

    private static func paragraphs(_ text: String) -> [String] {
        text.prefix(maximumCharacters).split(whereSeparator: \.isNewline).prefix(maximumParagraphs).map { part in
            String(String.UnicodeScalarView(part.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        }
    }
}
