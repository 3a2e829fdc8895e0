import AudioCore

/// Bytes of a seekable source by offset, a piece of it in memory. For looking at headers here and there.
struct SourceWindow {
    let size: Int64
    private let source: any ByteSource
    private var start: Int64 = 0
    private var bytes: [UInt8] = []
    /// What is loaded at least.
    let pieceBytes: Int

    /// Nil where the source cannot seek or has no known size.
    init?(_ source: any ByteSource) {
        guard source.isSeekable, let size = source.size else { return nil }
        self.source = source
        self.size = size
        pieceBytes = 64 << 10
    }

    /// A window on a stream, which is looked at in small pieces: it comes slowly. Its size is endless where unknown.
    init(stream source: RememberingSource) {
        self.source = source
        size = source.size ?? .max
        pieceBytes = 4 << 10
    }

    /// A window on what has come of a stream: nothing waits for more.
    /// - Parameter size: of the whole.
    init(arrivedOf stream: any ByteSource, size: Int64?) {
        source = ArrivedBytes(stream)
        self.size = size ?? .max
        pieceBytes = 16 << 10
    }

    /// Up to `count` bytes from `offset`; fewer at the end of the source.
    mutating func bytes(at offset: Int64, count: Int) throws(AudioError) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        if offset < start || offset + Int64(count) > start + Int64(bytes.count) { try load(offset, count) }
        let first = Int(offset - start)
        return bytes[first..<min(first + count, bytes.count)]
    }

    private mutating func load(_ offset: Int64, _ count: Int) throws(AudioError) {
        let wanted = Int(min(Int64(max(count, pieceBytes)), size - offset))
        try source.seek(to: offset)
        (start, bytes) = (offset, try source.bytes(wanted))
    }
}

/// What has come of a stream, to be looked at beforehand.
private final class ArrivedBytes: ByteSource {
    private let stream: any ByteSource
    private var offset: Int64 = 0

    init(_ stream: any ByteSource) { self.stream = stream }

    var size: Int64? { stream.size }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let bytes = stream.arrived(at: offset, count: buffer.count)
        buffer.copyBytes(from: bytes)
        offset += Int64(bytes.count)
        return bytes.count
    }

    func seek(to offset: Int64) { self.offset = offset }
}
