/// Percent-encoding of addresses, RFC 3986 section 2.1.
package enum PercentEncoding {
    /// What is no valid escape, or one of a zero byte, stays as it is.
    package static func decodedBytes(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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

    /// As it is, where what is decoded is no text.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(validating: decodedBytes(text), as: UTF8.self) ?? text
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
