private import Glibc

/// Small files that are read and written whole.
package enum SmallFile {
    /// The file's bytes, at most `limit`; nil where there is no such file.
    package static func read(_ path: String, limit: Int = 65_536) throws(SystemError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError("cannot read \(path)", code: errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = try read(min(pieceBytes, limit - bytes.count), of: path, from: descriptor)
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    private static let pieceBytes = 4_096

    /// Up to `count` bytes; none at the end.
    private static func read(_ count: Int, of path: String, from descriptor: Int32) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = 0
            repeat { result = Glibc.read(descriptor, buffer.baseAddress, count) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            filled = max(0, result)
        }
        guard code == 0 else { throw SystemError("cannot read \(path)", code: code) }
        return bytes
    }

    /// Replaces the file in one step: whoever reads it sees the old bytes or the new, also after a power cut.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let temporary = path + ".new"
        do throws(SystemError) {
            try fill(temporary, with: bytes)
            guard rename(temporary, path) == 0 else { throw SystemError("cannot replace \(path)", code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        try keepName(of: path)
    }

    private static func fill(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("cannot write \(path)", code: errno) }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { FileWriting.write($0, to: descriptor) }
        guard code == 0 else { throw SystemError("cannot write \(path)", code: code) }
        guard fsync(descriptor) == 0 else { throw SystemError("cannot write \(path)", code: errno) }
    }

    /// A name is kept by its folder, which has to reach the disk as well.
    private static func keepName(of path: String) throws(SystemError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("cannot open the folder \(folder)", code: errno) }
        defer { close(descriptor) }
        // Some file systems cannot do this for folders, and say EINVAL; they need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw SystemError("cannot write the folder \(folder)", code: errno)
        }
    }
}
