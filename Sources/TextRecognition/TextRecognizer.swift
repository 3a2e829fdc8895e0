import AudioCore

/// Text in a character set that nobody told. Documentation/metadata.md explains the order of the questions.
///
/// Pure but for the tables of iconv, which the C library loads at need; may be used on any thread.
package struct TextRecognizer: TextRecognizing {
    package init() {}

    /// Never fails: what is no text at all comes back as Windows-1252 has it. A byte order mark is not part of the
    /// text.
    package func text(of bytes: [UInt8]) -> String {
        unicode(bytes) ?? Self.legacy([bytes], CharacterSetChoice.candidates(for: TextSample.of(bytes)))[0]
    }

    package func texts(of parts: [[UInt8]]) -> [String] {
        var texts = parts.map { unicode($0) }
        // A line end is one byte in every set that this is about, and part of no other character.
        let foreign = texts.indices.filter { texts[$0] == nil }
        guard !foreign.isEmpty else { return texts.compactMap { $0 } }
        let sample = TextSample.of(Array(foreign.map { parts[$0] }.joined(separator: [10])))
        let converted = Self.legacy(foreign.map { parts[$0] }, CharacterSetChoice.candidates(for: sample))
        for (index, text) in zip(foreign, converted) { texts[index] = text }
        return texts.compactMap { $0 }
    }

    /// Nil where the bytes are in neither UTF-8 nor UTF-16.
    private func unicode(_ bytes: [UInt8]) -> String? {
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
        return DamagedUTF8.fits(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
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

    /// In the likeliest set that all parts are valid in.
    private static func legacy(_ parts: [[UInt8]], _ candidates: [CharacterSet]) -> [String] {
        for candidate in candidates {
            let texts = parts.lazy.map { CharacterSetConverter.convert($0, from: candidate) }
            var whole: [String] = []
            for case .some(let text) in texts.prefix(while: { $0 != nil }) { whole.append(text) }
            if whole.count == parts.count { return whole }
        }
        // A cut or damaged text: what its most likely set makes of it, the broken characters replaced.
        return parts.map { part in
            candidates.first.flatMap { CharacterSetConverter.convert(part, from: $0, replacing: true) }
                ?? Windows1252.text(of: part)
        }
    }
}
