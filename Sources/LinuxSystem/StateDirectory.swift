private import CLinux
private import Glibc

/// Where a service keeps what must survive it.
package enum StateDirectory {
    /// `explicit`, else $STATE_DIRECTORY (systemd), else $XDG_STATE_HOME/tutti, else ~/.local/state/tutti.
    package static func resolve(_ explicit: String?, environment: (String) -> String? = Self.environment) -> String {
        if let explicit, !explicit.isEmpty { return explicit }
        if let list = environment("STATE_DIRECTORY"), let first = list.split(separator: ":").first {
            return String(first)
        }
        if let base = environment("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/tutti" }
        return (environment("HOME") ?? "/var/lib") + "/.local/state/tutti"
    }

    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Makes the folder with its parents where it is missing, and checks that files can be made in it.
    package static func prepare(_ path: String) throws(SystemError) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            if mkdir(partial, 0o700) != 0, tutti_errno() != EEXIST {
                throw SystemError("cannot make the state folder \(path) (at \(partial))", code: tutti_errno())
            }
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw SystemError("cannot use \(path) as the state folder", code: ENOTDIR)
        }
        if access(path, W_OK | X_OK) != 0 {
            throw SystemError("cannot write to the state folder \(path)", code: tutti_errno())
        }
    }
}

/// Small files that are read and written whole.
package enum SmallFile {
    /// The file's bytes, at most `limit`; nil where there is no such file.
    package static func read(_ path: String, limit: Int = 65_536) throws(SystemError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if tutti_errno() == ENOENT { return nil }
            throw SystemError("cannot read \(path)", code: tutti_errno())
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var length = 0
        while length < limit {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + length, limit - length)
            }
            if count < 0, tutti_errno() == EINTR { continue }
            if count < 0 { throw SystemError("cannot read \(path)", code: tutti_errno()) }
            if count == 0 { break }
            length += count
        }
        bytes.removeLast(limit - length)
        return bytes
    }

    /// Replaces the file in one step: whoever reads it sees the old bytes or the new.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("cannot write \(temporary)", code: tutti_errno()) }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let code = tutti_errno()
        let synced = fsync(descriptor)
        close(descriptor)
        guard written == bytes.count, synced == 0 else { throw SystemError("cannot write \(temporary)", code: code) }
        guard rename(temporary, path) == 0 else { throw SystemError("cannot replace \(path)", code: tutti_errno()) }
    }
}

/// Facts of this machine.
package enum Machine {
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "room" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "room" : String(decoding: bytes, as: UTF8.self)
    }

    /// Keeps what the process has mapped by now in memory, each page once it has been touched, where the system allows it: a
    /// thread that keeps time must not wait for a disk. What is mapped while it runs may be touched as a whole.
    package static func keepInMemory() { _ = tutti_lock_memory() }

    /// `count` bytes of the kernel's random source.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
