import AudioCore

/// Addresses as this module takes them.
package enum HTTPAddress {
    package static func isRemote(_ uri: String) -> Bool {
        TrackURI.scheme(of: uri).map { TrackURI.webSchemes.contains($0) } ?? false
    }

    /// Without a fragment, and with what may not stand in an address (blanks, other alphabets) percent-encoded.
    static func plain(_ uri: String) -> String {
        var bytes: [UInt8] = []
        for byte in uri.utf8 {
            if byte == UInt8(ascii: "#") { break }
            if byte > 0x20, byte < 0x7F {
                bytes.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
