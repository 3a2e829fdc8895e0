private import CLinux
private import Glibc

/// One line for the person who started a program, on standard error.
package enum StandardError {
    /// Whether a line can be written without waiting for whoever reads.
    package static var isReady: Bool { tutti_can_write_error() != 0 }

    package static func write(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(STDERR_FILENO, part.baseAddress, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
