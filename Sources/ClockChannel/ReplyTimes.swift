import AudioCore

/// When recent replies were really sent, by the nonce of their request: a room asks with its next request. What is
/// overwritten is answered as not known.
struct ReplyTimes {
    /// Some seconds of a thousand rooms. A power of two.
    static let capacity = 8_192

    private var nonces = [UInt64](repeating: 0, count: capacity)
    private var times = [Int64](repeating: 0, count: capacity)

    subscript(nonce: UInt64) -> Instant<CoordinatorClock>? {
        let index = Self.index(nonce)
        return nonce != 0 && nonces[index] == nonce ? Instant(nanoseconds: times[index]) : nil
    }

    mutating func set(_ nonce: UInt64, _ time: Int64) {
        let index = Self.index(nonce)
        nonces[index] = nonce
        times[index] = time
    }

    private static func index(_ nonce: UInt64) -> Int { Int(nonce & UInt64(capacity - 1)) }
}
