import AudioCore

/// A stream with a short memory, so that what was looked at can be decoded afterwards. Going back further, or forward
/// past what has been read, is up to the stream itself.
final class RememberingSource: ByteSource {
    /// More than the largest distance between what is decoded and what is looked at.
    static let memoryBytes = 256 << 10

    private let source: any ByteSource
    private var kept: [UInt8] = []
    /// The stream's offset of the first byte that is kept.
    private var start: Int64 = 0
    private(set) var position: Int64 = 0

    init(_ source: any ByteSource) { self.source = source }

    var size: Int64? { source.isLive ? nil : source.size }
    var isSeekable: Bool { true }
    /// Whether the stream goes to any place.
    var reachesEverywhere: Bool { source.isSeekable }
    var isLive: Bool { source.isLive }
    var streamTitle: String { source.streamTitle }
    var stationName: String { source.stationName }

    var waiting: (bytes: Int64, isComplete: Bool) {
        let waiting = source.waiting
        return (max(0, waiting.bytes + end - position), waiting.isComplete)
    }

    /// The offset behind all that has come.
    var arrivedEnd: Int64 { end + source.waiting.bytes }

    func arrived(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= start, offset < end else { return source.arrived(at: offset, count: count) }
        let piece = kept[Int(offset - start)...].prefix(count)
        return piece + (piece.count < count ? source.arrived(at: end, count: count - piece.count) : [])
    }

    private var end: Int64 { start + Int64(kept.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        if position < end {
            let first = Int(position - start)
            let piece = kept[first..<min(first + buffer.count, kept.count)]
            buffer.copyBytes(from: piece)
            position += Int64(piece.count)
            return piece.count
        }
        // Beyond a joint, or the end.
        if position > end { return 0 }
        let count = try source.read(into: buffer)
        kept += UnsafeRawBufferPointer(rebasing: buffer[..<count])
        position += Int64(count)
        if kept.count > 2 * Self.memoryBytes {
            let surplus = kept.count - Self.memoryBytes
            kept.removeFirst(surplus)
            start += Int64(surplus)
        }
        return count
    }

    /// There is no way back over a joint, and none forward but this.
    func crossJoint() -> Bool {
        guard position >= end, source.crossJoint() else { return false }
        start = end
        position = start
        kept = []
        return true
    }

    func seek(to offset: Int64) throws(AudioError) {
        let isReadThrough = offset > end && (isLive || offset - end <= Self.nearBytes)
        if isReadThrough { try readThrough(to: offset) }
        if !isReadThrough, !(start...end).contains(offset) {
            try source.seek(to: offset)
            kept = []
            start = offset
        }
        position = offset
    }

    /// As far as the source goes.
    private func readThrough(to offset: Int64) throws(AudioError) {
        position = end
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 10, alignment: 1)
        defer { piece.deallocate() }
        while position < offset {
            let wanted = Int(min(offset - position, Int64(piece.count)))
            if try read(into: UnsafeMutableRawBufferPointer(rebasing: piece[..<wanted])) == 0 { return }
        }
    }
}
