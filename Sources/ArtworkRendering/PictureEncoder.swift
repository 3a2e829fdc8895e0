import AudioCore
import CPango

/// Encodes pictures that had to be made smaller.
enum PictureEncoder {
    /// JPEG; PNG where there is transparency.
    static func encode(_ picture: DecodedPicture) throws(AudioError) -> Picture {
        picture.hasAlpha
            ? Picture(mimeType: ImageKind.png.mimeType, bytes: try save(picture, "png", [:]))
            : Picture(mimeType: ImageKind.jpeg.mimeType, bytes: try save(picture, "jpeg", ["quality": "88"]))
    }

    private static func save(
        _ picture: DecodedPicture,
        _ type: String,
        _ options: KeyValuePairs<String, String>
    ) throws(AudioError) -> [UInt8] {
        var keys = options.map { g_strdup($0.key) } + [nil]
        var values = options.map { g_strdup($0.value) } + [nil]
        defer { for text in keys + values { g_free(text) } }
        var buffer: UnsafeMutablePointer<CChar>?
        var count = gsize(0)
        var error: UnsafeMutablePointer<GError>?
        guard gdk_pixbuf_save_to_bufferv(picture.pixbuf, &buffer, &count, type, &keys, &values, &error) != 0,
            let buffer
        else {
            throw AudioError(.internal, "cannot encode the cover as \(type): \(PictureDecoder.text(taking: error))")
        }
        defer { g_free(buffer) }
        return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
    }
}
