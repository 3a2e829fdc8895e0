private import Glibc

/// Conversion to UTF-8 by the C library's iconv.
enum CharacterSetConverter {
    /// - Parameter replacing: true: what does not convert becomes U+FFFD, byte by byte; false: it makes the answer nil.
    /// - Returns: nil also where the C library lacks the character set.
    static func convert(_ bytes: [UInt8], from set: CharacterSet, replacing: Bool = false) -> String? {
        guard let converter = iconv_open("UTF-8", set.name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // Four bytes of UTF-8 at most for each byte of these sets.
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
        let written = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in run(converter, input, output, replacing) }
        }
        return written.map { String(decoding: output[..<$0].map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }

    private static func run(
        _ converter: iconv_t,
        _ input: UnsafeMutableBufferPointer<CChar>,
        _ output: UnsafeMutableBufferPointer<CChar>,
        _ replacing: Bool
    ) -> Int? {
        var (source, sourceLeft) = (input.baseAddress, input.count)
        var (target, targetLeft) = (output.baseAddress, output.count)
        while sourceLeft > 0 {
            if iconv(converter, &source, &sourceLeft, &target, &targetLeft) != -1 { break }
            // A character that is cut off at the end of a line is left out.
            if errno == EINVAL { break }
            if sourceLeft > 1, source?.advanced(by: 1).pointee == 10 {
                source = source?.advanced(by: 1)
                sourceLeft -= 1
                continue
            }
            guard replacing, sourceLeft > 0, targetLeft > 16 else { return nil }
            // Past the byte that does not fit.
            for byte in [0xEF, 0xBF, 0xBD] as [UInt8] {
                target?.pointee = CChar(bitPattern: byte)
                target = target?.advanced(by: 1)
                targetLeft -= 1
            }
            source = source?.advanced(by: 1)
            sourceLeft -= 1
        }
        _ = iconv(converter, nil, nil, &target, &targetLeft)
        return output.count - targetLeft
    }
}
