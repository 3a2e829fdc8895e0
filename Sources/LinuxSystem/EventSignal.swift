private import CLinux
private import Glibc

/// Wakes a thread that waits in `Poll`. `signal` may be called from any thread and from real-time code: it is one write.
package final class EventSignal: Sendable {
    package let fileDescriptor: Int32

    package init() throws(SystemError) {
        fileDescriptor = tutti_eventfd()
        if fileDescriptor < 0 { throw SystemError("cannot make an event descriptor", code: tutti_errno()) }
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

/// SIGINT, SIGTERM and SIGHUP (unless it is ignored, as nohup(1) has it) as something to wait for. Make it first thing in
/// `main`, before any thread exists: the signals are blocked in every thread made afterwards. SIGPIPE is ignored.
package struct TerminationSignals: Sendable {
    package let fileDescriptor: Int32

    package init() throws(SystemError) {
        fileDescriptor = tutti_signalfd()
        if fileDescriptor < 0 { throw SystemError("cannot catch signals", code: tutti_errno()) }
    }

    /// The number of the next signal that has come; nil when there is none.
    package func next() -> Int32? {
        let number = tutti_signalfd_read(fileDescriptor)
        return number == 0 ? nil : number
    }

    /// Blocks the calling thread until a signal comes.
    package func wait() -> Int32 {
        while true {
            if let number = next() { return number }
            _ = Poll.wait(for: [fileDescriptor], timeout: nil)
        }
    }
}
