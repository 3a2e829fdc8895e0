import AudioCore
import CPango

/// A surface of opaque pixels and the means to draw on it. Owns cairo's objects: used on one thread.
final class Canvas {
    let size: Int
    let cairo: OpaquePointer
    private let surface: OpaquePointer

    /// - Parameter size: width and height in pixels.
    init(size: Int) throws(AudioError) {
        self.size = size
        // Both are never null: in trouble they have a status.
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size), Int32(size)) else {
            throw Self.error(CAIRO_STATUS_NO_MEMORY)
        }
        guard let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw Self.error(CAIRO_STATUS_NO_MEMORY)
        }
        self.surface = surface
        self.cairo = cairo
        try check()
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    func check() throws(AudioError) {
        let status = cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else { throw Self.error(status) }
    }

    func fill(_ colour: Colour) {
        colour.use(cairo)
        cairo_paint(cairo)
    }

    /// Darkens a stretch of rows over the whole width.
    func band(top: Int, height: Int, _ colour: Colour) {
        colour.use(cairo)
        cairo_rectangle(cairo, 0, Double(top), Double(size), Double(height))
        cairo_fill(cairo)
    }

    /// Leaves alone what lies outside of a stretch of rows, whatever `draw` draws.
    func within(top: Int, height: Int, _ draw: () throws(AudioError) -> Void) throws(AudioError) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_rectangle(cairo, 0, Double(top), Double(size), Double(height))
        cairo_clip(cairo)
        try draw()
    }

    /// Draws the picture over all of the canvas; what sticks out of the square is left out on both sides alike.
    func cover(_ picture: DecodedPicture) throws(AudioError) {
        let image = try ImageSurface(picture)
        let scale = Double(size) / Double(min(picture.width, picture.height))
        cairo_save(cairo)
        cairo_translate(cairo, Double(size) / 2, Double(size) / 2)
        cairo_scale(cairo, scale, scale)
        let (x, y) = (-Double(picture.width) / 2, -Double(picture.height) / 2)
        cairo_set_source_surface(cairo, image.surface, x, y)
        // Without it the edge of an enlarged picture would fade into the ground.
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_paint(cairo)
        cairo_restore(cairo)
        try check()
    }

    func png() throws(AudioError) -> [UInt8] {
        try check()
        cairo_surface_flush(surface)
        let sink = ByteSink()
        let status = cairo_surface_write_to_png_stream(
            surface,
            { context, bytes, count in
                guard let context else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<ByteSink>.fromOpaque(context).takeUnretainedValue()
                    .append(UnsafeBufferPointer(start: bytes, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            },
            Unmanaged.passUnretained(sink).toOpaque()
        )
        guard status == CAIRO_STATUS_SUCCESS else { throw Self.error(status) }
        return sink.bytes
    }

    static func error(_ status: cairo_status_t) -> AudioError {
        let text = String(cString: cairo_status_to_string(status))
        return AudioError(.internal, "cannot draw the artwork: \(text); report this", rawCode: Int32(status.rawValue))
    }
}

/// Red, green, blue and how opaque, each 0 to 1.
struct Colour: Hashable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha = 1.0

    static let white = Colour(red: 1, green: 1, blue: 1)

    func use(_ cairo: OpaquePointer) { cairo_set_source_rgba(cairo, red, green, blue, alpha) }
}

private final class ByteSink {
    private(set) var bytes: [UInt8] = []

    func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }
}

/// A decoded picture as cairo has it: 32 bits in the machine's order, alpha multiplied in.
private final class ImageSurface {
    let surface: OpaquePointer

    init(_ picture: DecodedPicture) throws(AudioError) {
        let (width, height) = (picture.width, picture.height)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            throw Canvas.error(CAIRO_STATUS_NO_MEMORY)
        }
        self.surface = surface
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw Canvas.error(status) }
        cairo_surface_flush(surface)
        guard let target = cairo_image_surface_get_data(surface),
            let source = gdk_pixbuf_read_pixels(picture.pixbuf)
        else { throw Canvas.error(CAIRO_STATUS_NO_MEMORY) }
        let channels = Int(gdk_pixbuf_get_n_channels(picture.pixbuf))
        let sourceStride = Int(gdk_pixbuf_get_rowstride(picture.pixbuf))
        let targetStride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<height {
            let pixels = source + row * sourceStride
            (target + row * targetStride).withMemoryRebound(to: UInt32.self, capacity: width) { line in
                for column in 0..<width { line[column] = Self.pixel(pixels + column * channels, channels) }
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    deinit { cairo_surface_destroy(surface) }

    private static func pixel(_ bytes: UnsafePointer<UInt8>, _ channels: Int) -> UInt32 {
        let (red, green, blue) = (UInt32(bytes[0]), UInt32(bytes[1]), UInt32(bytes[2]))
        guard channels == 4 else { return 0xFF00_0000 | red << 16 | green << 8 | blue }
        let alpha = UInt32(bytes[3])
        func multiplied(_ value: UInt32) -> UInt32 { (value * alpha + 127) / 255 }
        return alpha << 24 | multiplied(red) << 16 | multiplied(green) << 8 | multiplied(blue)
    }
}
