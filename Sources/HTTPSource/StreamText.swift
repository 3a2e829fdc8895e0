/// Text of a station that does not say in which character set it writes: UTF-8 where it is valid, else Latin-1.
enum StreamText {
    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
