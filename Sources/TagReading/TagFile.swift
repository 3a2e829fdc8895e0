import AudioCore
private import Glibc

/// A regular file, a piece of it in memory. Reading blocks. Used on one thread; not `Sendable`.
final class TagFile {
    let path: String
    let size: Int64
    private let descriptor: Int32
    private var start: Int64 = 0
    private var piece: [UInt8] = []

    /// Tags without pictures, and the end of a file, fit into one.
    private static let pieceBytes = 16 << 10

    /// - Throws: `notFound`, `permissionDenied`, `unsupported` for what is no file, `unavailable`.
    init(path: String) throws(AudioError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failed("open", path, errno) }
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        let result = fstat(descriptor, &status)
        let code = errno
        size = result == 0 ? Int64(status.st_size) : 0
        // From here on `deinit` closes the file.
        if result != 0 { throw Self.failed("look at", path, code) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw AudioError(.unsupported, "cannot read \(path): it is not a file; name a file")
        }
    }

    deinit { close(descriptor) }

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
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: filled),
                    count - filled,
                    off_t(offset) + off_t(filled)
                )
                if read < 0, errno == EINTR { continue }
                if read < 0 { code = errno }
                if read <= 0 { break }
                filled += read
            }
        }
        if code != 0 { throw Self.failed("read", path, code) }
        return bytes
    }

    private static func failed(_ task: String, _ path: String, _ code: Int32) -> AudioError {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let (kind, remedy): (AudioError.Code, String) =
            switch code {
            case ENOENT, ENOTDIR: (.notFound, "check the path, as the coordinator sees it")
            case EACCES, EPERM: (.permissionDenied, "let the coordinator's user read it")
            case ELOOP, ENAMETOOLONG, ENXIO, EISDIR: (.unsupported, "give it another path")
            default: (.unavailable, "check the disk or the share, then try again")
            }
        return AudioError(kind, "cannot \(task) \(path): \(reason); \(remedy)", rawCode: code)
    }
}
