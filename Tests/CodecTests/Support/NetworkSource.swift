import AudioCore

@testable import MP3Decoding

/// Bytes that come at a pace: what has come is there, and what is read beyond it takes time.
final class NetworkSource: ByteSource {
    let size: Int64?
    var isSeekable: Bool { true }
    private let bytes: [UInt8]
    private let bytesPerSecond: Double
    private var offset: Int
    private var come: Int
    private(set) var bytesRead = 0
    /// Those that asked for what had not come.
    private(set) var seeks = 0
    private(set) var time = Instant<NodeClock>(nanoseconds: 0)

    /// - Parameter start: where reading begins.
    init(_ bytes: [UInt8], bytesPerSecond: Double = 10_000_000, from start: Int = 0) {
        self.bytes = bytes
        (offset, come) = (start, start)
        self.bytesPerSecond = bytesPerSecond
        size = Int64(bytes.count)
    }

    func comes(_ end: Int) { come = min(end, bytes.count) }

    var waiting: (bytes: Int64, isComplete: Bool) { (Int64(max(0, come - offset)), come == bytes.count) }

    func arrived(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= self.offset, offset < come else { return [] }
        return Array(bytes[Int(offset)..<min(come, Int(offset) + count)])
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        let count = min(buffer.count, 1_460, max(0, bytes.count - offset))
        buffer.copyBytes(from: bytes[min(offset, bytes.count)..<min(offset, bytes.count) + count])
        offset += count
        bytesRead += count
        if offset > come { time = time + .seconds(Double(count) / bytesPerSecond) }
        come = max(come, offset)
        return count
    }

    func seek(to offset: Int64) throws(AudioError) {
        if !(Int64(self.offset)...Int64(max(come, self.offset))).contains(offset) {
            come = Int(offset)
            seeks += 1
        }
        self.offset = Int(min(offset, Int64(bytes.count)))
    }
}
