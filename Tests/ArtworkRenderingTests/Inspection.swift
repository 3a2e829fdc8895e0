import CPango

@testable import ArtworkRendering

extension Canvas {
    func fillWithNoise() {
        let surface = cairo_get_target(cairo)
        guard let bytes = cairo_image_surface_get_data(surface) else { return }
        var state: UInt32 = 1
        for place in 0..<size * Int(cairo_image_surface_get_stride(surface)) {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes[place] = UInt8(truncatingIfNeeded: state >> 24)
        }
        cairo_surface_mark_dirty(surface)
    }
}

extension DecodedPicture {
    /// Red, green and blue of each row.
    func rows() -> [[UInt8]] {
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return [] }
        return (0..<height).map { row in
            (0..<width).flatMap { column in (0..<3).map { pixels[row * stride + column * channels + $0] } }
        }
    }
}
