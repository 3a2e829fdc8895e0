import CommandLineTool
import Glibc
import LinuxSystem

/// Standard output as it is, unbuffered: what is written is seen.
struct StandardOutput: TextOutput {
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
        try check(FileWriting.write(text, to: STDOUT_FILENO))
    }

    func write(bytes: [UInt8]) throws(CommandFailure) {
        try check(bytes.withUnsafeBytes { FileWriting.write($0, to: STDOUT_FILENO) })
    }

    private func check(_ code: Int32) throws(CommandFailure) {
        if code == EPIPE { throw .outputClosed }
        guard code == 0 else {
            throw .failed("cannot write to standard output: \(String(cString: strerror(code)))")
        }
    }
}

enum FileWriting {
    /// - Returns: 0, or the errno value of what went wrong.
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// - Returns: 0, or the errno value of what went wrong.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            let code = errno
            if code == EINTR { continue }
            guard code == EAGAIN else { return code }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        }
        return 0
    }

    /// Writes a file whole, over one that is there.
    static func save(_ bytes: [UInt8], as path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        var code = descriptor < 0 ? errno : bytes.withUnsafeBytes { write($0, to: descriptor) }
        if descriptor >= 0, close(descriptor) != 0, code == 0 { code = errno }
        if code == EPIPE { throw .outputClosed }
        guard code == 0 else {
            throw .failed("cannot write \(path): \(String(cString: strerror(code))); choose another place")
        }
    }
}
