/// Percent-encoding of addresses, RFC 3986 section 2.1.
package enum PercentEncoding {
    /// What is no valid escape, or one of a zero byte, stays as it is.
    package static func decodedBytes(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = value(rest.prefix(2)), value != 0 {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// A path of bytes as the path of an address: RFC 3986's unreserved characters and `/` stand for themselves.
    package static func encodedPath(_ bytes: [UInt8]) -> String {
        encoded(bytes) { (97...122).contains($0 | 32) || (45...57).contains($0) || $0 == 95 || $0 == 126 }
    }

    /// - Parameter isPlain: which bytes, of ASCII, stand for themselves.
    package static func encoded(_ bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text += isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// As it is, where what is decoded is no text.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(validating: decodedBytes(text.utf8), as: UTF8.self) ?? text
    }

    /// What two hexadecimal digits mean; nil for anything else.
    static func value(_ digits: some Collection<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for byte in digits {
            switch byte {
            case 48...57: value = value << 4 | (byte - 48)
            case 65...70: value = value << 4 | (byte - 55)
            case 97...102: value = value << 4 | (byte - 87)
            default: return nil
            }
        }
        return value
    }
}
