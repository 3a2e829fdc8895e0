import Foundation

/// Sees to it that no process outlives the test process, however that ends: a shell holds the reading end of a pipe,
/// and when the pipe ends it kills what was started and has not been reaped.
final class Orphans: Sendable {
    static let shared = Orphans()

    private let pipe: Int32

    private static let script = """
        trap '' INT TERM HUP
        pids=' '
        while read -r verb pid; do
            case $verb in
                add) pids="$pids$pid " ;;
                remove) pids="${pids%% $pid *} ${pids#* $pid }" ;;
            esac
        done
        for pid in $pids; do kill -KILL "$pid"; done 2>/dev/null
        """

    private init() {
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", Self.script]
        shell.standardInput = pipe
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        // The only writing end: no other child may have it.
        self.pipe = dup(pipe.fileHandleForWriting.fileDescriptor)
        _ = fcntl(self.pipe, F_SETFD, FD_CLOEXEC)
        try? shell.run()
    }

    func add(_ identifier: pid_t) { tell("add \(identifier)\n") }
    func remove(_ identifier: pid_t) { tell("remove \(identifier)\n") }

    /// Shorter than PIPE_BUF: a line is written whole.
    private func tell(_ line: String) {
        _ = Array(line.utf8).withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
    }
}
