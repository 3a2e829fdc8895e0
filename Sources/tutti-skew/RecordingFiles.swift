import Glibc
import SkewMeter

/// A file could not be read.
struct FileError: Error, CustomStringConvertible {
    var description: String
}

/// Reads the two files of a recording; a suffix in the path is ignored.
func readRecording(_ path: String) throws -> Recording {
    var base = path
    for suffix in [".journal", ".pcm"] where base.hasSuffix(suffix) { base.removeLast(suffix.count) }
    let name = base.split(separator: "/").last.map(String.init) ?? base
    // The journal first: the sound of what it tells is then there, however fast both are growing.
    let journal = try readFile(base + ".journal")
    return try Recording(name: name, journal: journal, sound: try readFile(base + ".pcm"))
}

private func readFile(_ path: String) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw unreadable(path) }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
        while count < buffer.count {
            let got = read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            if got < 0, errno == EINTR { continue }
            failed = got < 0
            guard got > 0 else { return }
            count += got
        }
    }
    guard !failed else { throw unreadable(path) }
    return bytes
}

/// By `errno`, at once.
private func unreadable(_ path: String) -> FileError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return FileError(description: "reading \(path): \(reason); give recordings as DIR/NAME, without .journal and .pcm")
}
