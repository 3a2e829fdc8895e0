private import Glibc

/// Writes all of something to a descriptor.
package enum FileWriting {
    /// What a pipe that `poll` calls writable takes without waiting (`PIPE_BUF`).
    private static let mostAtOnce = 4_096

    /// - Parameters:
    ///   - waits: where the descriptor would block, until it takes more.
    ///   - end: what ends the waiting once it can be read, with ECANCELED; what need not wait is written all the same.
    /// - Returns: 0, or the errno value of what went wrong.
    package static func write(
        _ text: String,
        to descriptor: Int32,
        waits: Bool = true,
        end: Int32? = nil
    ) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor, waits: waits, end: end) }
    }

    /// As the other.
    package static func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        waits: Bool = true,
        end: Int32? = nil
    ) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let end, !takes(descriptor, before: end) { return ECANCELED }
            let part = UnsafeRawBufferPointer(rebasing: end == nil ? rest : rest.prefix(mostAtOnce))
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            let code = errno
            if code == EINTR { continue }
            guard waits, code == EAGAIN else { return code }
            if end != nil { continue }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        }
        return 0
    }

    /// Waits until `descriptor` takes something or refuses it.
    /// - Returns: false where `end` can be read before that.
    private static func takes(_ descriptor: Int32, before end: Int32) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&entries, 2, -1) < 0, errno == EINTR {}
        return entries[0].revents != 0 || entries[1].revents == 0
    }

    /// Whether `descriptor` takes a few bytes, or refuses them, without waiting.
    package static func isReady(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) != 0
    }
}
