/// Addresses as this module takes them.
package enum HTTPAddress {
    /// What is asked for over the network.
    package static let schemes: Set<String> = ["http", "https"]

    /// The scheme of a URI in lower case (RFC 3986 section 3.1); nil for a path.
    package static func scheme(of uri: String) -> String? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = uri[..<colon].utf8
        guard let first = name.first, isLetter(first) else { return nil }
        let isScheme = name.allSatisfy { isLetter($0) || (48...57).contains($0) || [43, 45, 46].contains($0) }
        return isScheme ? uri[..<colon].lowercased() : nil
    }

    package static func isRemote(_ uri: String) -> Bool { scheme(of: uri).map { schemes.contains($0) } ?? false }

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

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
