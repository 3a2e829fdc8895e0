import AudioCore
import CPango

/// A decoded picture: 8 bits a channel, red, green, blue and perhaps alpha. Owns gdk-pixbuf's object.
final class DecodedPicture {
    let pixbuf: OpaquePointer
    /// As encoded, before it was made smaller or turned.
    let originalWidth: Int
    let originalHeight: Int

    /// - Parameter pixbuf: a reference that is handed over.
    init(pixbuf: OpaquePointer, originalWidth: Int, originalHeight: Int) {
        self.pixbuf = pixbuf
        self.originalWidth = originalWidth
        self.originalHeight = originalHeight
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

    var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
    var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }
    var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pixbuf) != 0 }
}

/// Why a picture is not shown.
struct PictureProblem: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}

/// Decodes pictures that nobody vouches for, in bounded memory: the size is known before a pixel is decoded.
enum PictureDecoder {
    /// How large the result is to be; pictures are never made larger.
    enum Target: Hashable {
        /// The shorter side at least this, as far as the picture goes.
        case covering(Int)
        /// The longer side at most this.
        case inside(Int)
    }

    /// 4 bytes each while decoding, so 80 MB: covers of 4,000 x 4,000 exist.
    static let maximumPixels = 20_000_000
    static let maximumSide = 20_000

    static func decode(_ bytes: [UInt8], _ target: Target) throws(PictureProblem) -> DecodedPicture {
        guard let kind = ImageKind(bytes) else { throw PictureProblem("it is no PNG, JPEG, GIF, BMP or WebP image") }
        guard let screened = ImageScreening.screened(bytes, kind) else {
            throw PictureProblem("it is cut off, damaged or made to be slow")
        }
        let size = SizeCheck(target)
        var error: UnsafeMutablePointer<GError>?
        guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, &error) else {
            throw PictureProblem("nothing decodes \(kind.rawValue) here: \(Self.text(taking: error))")
        }
        defer { g_object_unref(loader) }
        size.watch(loader)
        let isWritten = screened.withUnsafeBufferPointer { buffer in
            gdk_pixbuf_loader_write(loader, buffer.baseAddress, gsize(buffer.count), &error) != 0
        }
        // A loader must be closed in any case; the error of a failed write is the one that matters.
        var closing: UnsafeMutablePointer<GError>?
        let isClosed = gdk_pixbuf_loader_close(loader, &closing) != 0
        if error == nil { error = closing } else { g_clear_error(&closing) }
        if size.isTooLarge {
            g_clear_error(&error)
            throw PictureProblem("it has \(size.width) x \(size.height) pixels, which is too large")
        }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw PictureProblem(Self.text(taking: error))
        }
        guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, (3...4).contains(gdk_pixbuf_get_n_channels(pixbuf)),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf)
        else { throw PictureProblem("its pixels are of a kind that is not drawn") }
        return DecodedPicture(pixbuf: upright, originalWidth: size.width, originalHeight: size.height)
    }

    /// The message of a GLib error, which is freed.
    static func text(taking error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "it is damaged" }
        defer { g_error_free(error) }
        return error.pointee.message.map { String(cString: $0) } ?? "it is damaged"
    }
}

/// Looks at the size before anything is decoded, and asks for a smaller picture.
private final class SizeCheck {
    private let target: PictureDecoder.Target
    private(set) var width = 0
    private(set) var height = 0
    private(set) var isTooLarge = false

    init(_ target: PictureDecoder.Target) { self.target = target }

    /// - Parameter loader: must not outlive this.
    func watch(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        typealias Callback =
            @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void
        let callback: Callback = { loader, width, height, context in
            guard let loader, let context else { return }
            let check = Unmanaged<SizeCheck>.fromOpaque(context).takeUnretainedValue()
            check.prepared(loader, Int(width), Int(height))
        }
        g_signal_connect_data(
            loader,
            "size-prepared",
            unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0)
        )
    }

    private func prepared(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
        self.width = width
        self.height = height
        let side = PictureDecoder.maximumSide
        guard (1...side).contains(width), (1...side).contains(height), width * height <= PictureDecoder.maximumPixels
        else {
            isTooLarge = true
            // No size is what makes a loader stop without having taken memory.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
            return
        }
        let scale =
            switch target {
            case .covering(let side): Double(side) / Double(min(width, height))
            case .inside(let side): Double(side) / Double(max(width, height))
            }
        guard scale < 1 else { return }
        let scaled = [width, height].map { gint(max(1, (Double($0) * scale).rounded())) }
        gdk_pixbuf_loader_set_size(loader, scaled[0], scaled[1])
    }
}
