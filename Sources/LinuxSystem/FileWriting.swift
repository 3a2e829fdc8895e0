private import Glibc

/// Writes all of something to a descriptor.
package enum FileWriting {
    /// - Parameter waits: where the descriptor would block, until it takes more.
    /// - Returns: 0, or the errno value of what went wrong.
    package static func write(_ text: String, to descriptor: Int32, waits: Bool = true) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor, waits: waits) }
    }

    /// As the other.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, waits: Bool = true) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            let code = errno
            if code == EINTR { continue }
            guard waits, code == EAGAIN else { return code }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        }
        return 0
    }

    /// Whether `descriptor` takes a few bytes, or refuses them, without waiting.
    package static func isReady(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) != 0
    }
}
