/// Bytes on their way from a server to a decoder, with the offset of the first. Pure.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var head = 0
    /// The resource's offset of the first byte.
    private(set) var start: Int64 = 0

    var count: Int { bytes.count - head }
    /// The offset behind the last byte.
    var end: Int64 { start + Int64(count) }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        if head > 1 << 20 || head == bytes.count {
            bytes.removeFirst(head)
            head = 0
        }
        bytes += piece
    }

    /// Moves as many bytes as fit to `output`.
    /// - Returns: their number.
    mutating func take(into output: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(count, output.count)
        output.copyBytes(from: bytes[head..<head + count])
        drop(count)
        return count
    }

    /// Up to `count` bytes, which stay.
    func first(_ count: Int) -> [UInt8] { Array(bytes[head...].prefix(count)) }

    /// Up to `count` bytes from `offset` on, which stay.
    func piece(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= start, offset < end else { return [] }
        return Array(bytes[(head + Int(offset - start))...].prefix(count))
    }

    mutating func drop(_ count: Int) {
        let count = min(count, self.count)
        head += count
        start += Int64(count)
    }

    /// Empty, at `offset`.
    mutating func restart(at offset: Int64) {
        bytes = []
        head = 0
        start = offset
    }
}
