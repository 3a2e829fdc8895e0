import AudioCore

/// Text in a character set that nobody told. Documentation/metadata.md explains the order of the questions.
///
/// Pure but for the tables of iconv, which the C library loads at need; may be used on any thread.
package struct TextRecognizer: TextRecognizing {
    package init() {}

    /// Never fails: what is no text at all comes back as Windows-1252 has it. A byte order mark is not part of the
    /// text.
    package func text(of bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 < 0x80 && $0 != 0 && $0 != 0x1B }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = strayed(bytes) { return text }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if let text = UTF16Text.marked(bytes) ?? UTF16Text.unmarked(bytes) { return text }
        // ISO-2022 has escapes and no byte above 0x7F.
        if !bytes.contains(0x1B) || bytes.contains(where: { $0 >= 0x80 }),
            let text = String(validating: bytes, as: UTF8.self)
        {
            return text
        }
        if DamagedUTF8.fits(bytes) { return String(decoding: bytes, as: UTF8.self) }
        return Self.legacy(bytes)
    }

    /// UTF-8 where it is that; in the set where it fits; else recognised.
    package func text(of bytes: [UInt8], declaredAs set: String) -> String {
        guard let set = CharacterSet(declared: set), String(validating: bytes, as: UTF8.self) == nil,
            let text = CharacterSetConverter.convert(bytes, from: set)
        else { return text(of: bytes) }
        return text
    }

    /// Plain text into which a few zeros have strayed; in UTF-16 it would have as many zeros as letters.
    private func strayed(_ bytes: [UInt8]) -> String? {
        let zeros = bytes.count { $0 == 0 }
        guard zeros > 0, zeros * 4 < bytes.count, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    }

    private static func legacy(_ bytes: [UInt8]) -> String {
        let candidates = CharacterSetChoice.candidates(for: bytes)
        for candidate in candidates {
            if let text = CharacterSetConverter.convert(bytes, from: candidate) { return text }
        }
        // A cut or damaged text: what its most likely set makes of it, the broken characters replaced.
        if let likeliest = candidates.first,
            let text = CharacterSetConverter.convert(bytes, from: likeliest, replacing: true)
        {
            return text
        }
        return Windows1252.text(of: bytes)
    }
}
