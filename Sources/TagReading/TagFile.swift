import AudioCore
import LinuxSystem

/// A file, or what a server sends, a piece of it in memory. Reading blocks. Used on one thread; not `Sendable`.
final class TagFile {
    /// `.max` where it is unknown.
    let size: Int64
    private let source: any ByteSource
    private var start: Int64 = 0
    private var piece: [UInt8] = []

    /// Tags without pictures, and the end of a file, fit into one.
    private static let pieceBytes = 16 << 10

    /// - Throws: `notFound`, `permissionDenied`, `unsupported` for what is no file, `unavailable`.
    convenience init(path: DiskPath) throws(AudioError) { self.init(try FileByteSource(path: path, to: "read")) }

    init(_ source: any ByteSource) {
        self.source = source
        size = source.size ?? .max
    }

    /// Up to `count` bytes from `offset`; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(AudioError) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let count = Int(min(Int64(count), size - offset))
        if offset < start || offset + Int64(count) > start + Int64(piece.count) {
            piece = try load(offset, Int(min(Int64(max(count, Self.pieceBytes)), size - offset)))
            start = offset
        }
        return piece[Int(offset - start)...].prefix(count)
    }

    /// The whole file.
    /// - Returns: nil where it is longer than `limit` bytes.
    func whole(limit: Int) throws(AudioError) -> [UInt8]? {
        size <= Int64(limit) ? try load(0, Int(size)) : nil
    }

    private func load(_ offset: Int64, _ count: Int) throws(AudioError) -> [UInt8] {
        try source.seek(to: offset)
        return try source.bytes(count)
    }
}
