extension ID3Tag {
    /// Some put those of 2.2 into newer tags, with a zero or a blank behind them.
    func identifier(_ letters: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: letters, as: UTF8.self)
        if letters.allSatisfy(Self.isIdentifier) { return name }
        guard letters.count == 4, letters.last == 0 || letters.last == 0x20,
            letters.dropLast().allSatisfy(Self.isIdentifier)
        else { return nil }
        return Self.successors[name.dropLast()] ?? String(name.dropLast()) + "?"
    }

    private static let successors: [Substring: String] = [
        "TT2": "TIT2", "TP1": "TPE1", "TP2": "TPE2", "TAL": "TALB", "TCO": "TCON", "TYE": "TYER", "TRK": "TRCK",
        "TPA": "TPOS", "TXX": "TXXX", "COM": "COMM", "ULT": "USLT", "PIC": "APIC",
    ]
}
