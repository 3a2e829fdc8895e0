import TestSupport

/// Bytes that look random and are the same in every run.
struct SeededBytes {
    private var random: SimRandom

    init(seed: UInt64) { random = SimRandom(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

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
