package import AudioCore
private import Glibc

/// The bytes of a regular file.
package final class FileByteSource: ByteSource {
    /// At this moment: somebody may be writing it.
    package var size: Int64? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : firstSize
    }
    package let isSeekable = true
    /// When it was opened.
    private let firstSize: Int64?
    private let path: DiskPath
    private let descriptor: Int32
    private var offset: Int64 = 0

    /// - Parameter task: what is to be done with the file, for the message about one that is no regular file.
    /// - Throws: `notFound`, `permissionDenied`, `unsupported` for a folder, a pipe or a device, `unavailable`.
    package init(path: DiskPath, to task: String = "play") throws(AudioError) {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        // ENXIO: a socket, or a device that is not there.
        if descriptor < 0, errno == ENXIO { throw Self.noFile(task, path) }
        guard descriptor >= 0 else { throw Self.failed("open", path, errno) }
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        let result = fstat(descriptor, &status)
        let code = errno
        self.firstSize = result == 0 ? Int64(status.st_size) : nil
        // From here on `deinit` closes the file.
        if result != 0 { throw Self.failed("look at", path, code) }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw AudioError(.unsupported, "cannot \(task) \(path.location): it is a folder, not a file")
        }
        if status.st_mode & S_IFMT != S_IFREG { throw Self.noFile(task, path) }
    }

    private static func noFile(_ task: String, _ path: DiskPath) -> AudioError {
        AudioError(.unsupported, "cannot \(task) \(path.location): it is a pipe, a socket or a device, not a file")
    }

    deinit { close(descriptor) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count == 0, buffer.count > 0, let firstSize, offset < firstSize {
                throw AudioError(
                    .unavailable,
                    "cannot read all of \(path.location): it has been cut to \(offset) bytes or less since it was opened; play it again"
                )
            }
            if count >= 0 {
                offset += Int64(count)
                return count
            }
            if errno != EINTR { throw Self.failed("read", path, errno) }
        }
    }

    package func seek(to offset: Int64) throws(AudioError) {
        guard offset >= 0 else { throw Self.failed("seek in", path, EINVAL) }
        self.offset = offset
    }

    private static func failed(_ task: String, _ path: DiskPath, _ code: Int32) -> AudioError {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let kind: AudioError.Code
        let remedy: String
        switch code {
        case ENOENT, ENOTDIR:
            (kind, remedy) = (.notFound, "check the path, as the coordinator sees it")
        case EACCES, EPERM:
            (kind, remedy) = (.permissionDenied, "let the coordinator's user read it")
        case ELOOP, ENAMETOOLONG, EISDIR:
            (kind, remedy) = (.unsupported, "give it another path")
        default:
            (kind, remedy) = (.unavailable, "check the disk or the share, then try again")
        }
        return AudioError(kind, "cannot \(task) \(path.location): \(reason); \(remedy)", rawCode: code)
    }
}
