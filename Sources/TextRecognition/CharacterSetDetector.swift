private import CUchardet

/// uchardet, the detector that Mozilla's has become.
enum CharacterSetDetector {
    /// Long texts are recognised by their beginning.
    private static let sample = 64 << 10
    /// A title of a few characters is too little for its statistics, and says more when it is said often.
    private static let repetitions = 12

    /// What it takes the bytes for; nil where it has no idea.
    static func guess(_ bytes: [UInt8]) -> CharacterSet? { ask(bytes.prefix(sample), times: 1) }

    /// The same for a short text that it does not recognise at once.
    static func insistentGuess(_ bytes: [UInt8]) -> CharacterSet? {
        bytes.count > 1_024 ? nil : ask((bytes + [10])[...], times: repetitions)
    }

    private static func ask(_ bytes: ArraySlice<UInt8>, times: Int) -> CharacterSet? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        bytes.withUnsafeBytes { bytes in
            for _ in 0..<times {
                let text = bytes.bindMemory(to: CChar.self).baseAddress
                if uchardet_handle_data(detector, text, bytes.count) != 0 { return }
            }
        }
        uchardet_data_end(detector)
        return uchardet_get_charset(detector).flatMap { CharacterSet(detected: String(cString: $0)) }
    }
}
