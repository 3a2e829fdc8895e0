import AudioCore
import CommandLineTool
import Glibc
import LinuxSystem

/// Standard output as it is, unbuffered: what is written is seen. A signal that is caught ends the waiting for a reader
/// that stands still.
struct StandardOutput: TextOutput {
    let stop: CaughtSignals
    let isTerminal = isatty(STDOUT_FILENO) == 1

    var size: (columns: Int, rows: Int) { Terminal.size(of: STDOUT_FILENO) ?? (80, 24) }

    /// Whether the end of its reader can be seen by polling: a pipe's can, a file has none, a terminal's is a signal.
    var tellsItsEnd: Bool {
        var facts = stat()
        guard fstat(STDOUT_FILENO, &facts) == 0 else { return false }
        let kind = facts.st_mode & S_IFMT
        return kind == S_IFIFO || kind == S_IFSOCK
    }

    func write(_ text: String) throws(CommandFailure) {
        try check(FileWriting.write(text, to: STDOUT_FILENO, end: stop.fileDescriptor))
    }

    func write(bytes: [UInt8]) throws(CommandFailure) {
        try check(bytes.withUnsafeBytes { FileWriting.write($0, to: STDOUT_FILENO, end: stop.fileDescriptor) })
    }

    private func check(_ code: Int32) throws(CommandFailure) {
        if code == EPIPE || code == ECANCELED { throw .outputClosed }
        guard code == 0 else {
            throw .failed("cannot write to standard output: \(String(cString: strerror(code)))")
        }
    }
}

extension FileWriting {
    /// Writes a file whole, over one that is there.
    /// - Parameter path: a `ByteText`.
    static func save(_ bytes: [UInt8], as path: String) throws(CommandFailure) {
        let descriptor = DiskPath(ByteText.bytes(of: path)).withCString {
            unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        }
        var code = descriptor < 0 ? errno : bytes.withUnsafeBytes { write($0, to: descriptor) }
        if descriptor >= 0, close(descriptor) != 0, code == 0 { code = errno }
        if code == EPIPE { throw .outputClosed }
        guard code == 0 else {
            throw .failed(
                "cannot write \(ByteText.shown(path)): \(String(cString: strerror(code))); choose another place"
            )
        }
    }
}
