/// Bytes that need not be text, carried in a `String` without loss: what is UTF-8 stands for itself, and each other
/// byte is a scalar for private use, U+10F780 to U+10F7FF. Where the bytes hold such a scalar, its bytes are carried
/// like others.
package enum ByteText {
    private static let base: UInt32 = 0x10_F700

    package static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), isText(text) { return text }
        // As bytes, because a string that is appended to piece by piece is copied each time.
        var utf8: [UInt8] = []
        utf8.reserveCapacity(bytes.count)
        var rest = bytes[...]
        var (iterator, parser) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser())
        func take(_ count: Int) {
            for byte in rest.prefix(count) {
                if let scalar = Unicode.Scalar(base + UInt32(byte)) { utf8 += UTF8.encode(scalar) ?? .init() }
            }
            rest = rest.dropFirst(count)
        }
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return String(decoding: utf8, as: UTF8.self)
            case .error(let count): take(count)
            case .valid(let encoded):
                if byte(Unicode.UTF8.decode(encoded)) != nil {
                    take(encoded.count)
                } else {
                    utf8 += encoded
                    rest = rest.dropFirst(encoded.count)
                }
            }
        }
    }

    package static func bytes(of text: String) -> [UInt8] {
        if isText(text) { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(scalar) { bytes.append(byte) } else { bytes += UTF8.encode(scalar) ?? .init() }
        }
        return bytes
    }

    /// False where some of it stands for bytes that are no UTF-8.
    package static func isText(_ text: String) -> Bool {
        // All scalars from U+100000 on begin with this byte.
        !text.utf8.contains(0xF4) || text.unicodeScalars.allSatisfy { byte($0) == nil }
    }

    /// For people: U+FFFD for what is no text.
    package static func shown(_ text: String) -> String {
        isText(text) ? text : String(decoding: bytes(of: text), as: UTF8.self)
    }

    /// The byte that a scalar stands for.
    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }
}
