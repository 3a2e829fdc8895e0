private import CLinux
private import Glibc

/// Wakes a thread that waits in `Poll`. `signal` may be called from any thread and from real-time code: it is one
/// write.
package final class EventSignal: Sendable {
    package let fileDescriptor: Int32

    package init() throws(SystemError) {
        fileDescriptor = tutti_eventfd()
        if fileDescriptor < 0 { throw SystemError("cannot make an event descriptor", code: errno) }
    }

    deinit { close(fileDescriptor) }

    package func signal() {
        var one: UInt64 = 1
        _ = write(fileDescriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes back all signals so far.
    package func clear() {
        var count: UInt64 = 0
        _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
    }
}
