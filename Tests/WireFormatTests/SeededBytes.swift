/// Bytes that look random and are the same in every run.
struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func bytes(atMost limit: Int) -> [UInt8] {
        (0..<below(limit + 1)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// `bytes` with one to four bytes changed, and sometimes cut short.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) { bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: next()) }
        return below(4) == 0 ? Array(bytes.prefix(below(bytes.count))) : bytes
    }
}
