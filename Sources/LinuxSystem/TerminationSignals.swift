private import CLinux
private import Glibc

/// SIGINT, SIGTERM and SIGHUP (unless it is ignored, as nohup(1) has it) as something to wait for. Make it first thing
/// in `main`, before any thread exists: the signals are blocked in every thread made afterwards. SIGPIPE is ignored.
package struct TerminationSignals: Sendable {
    package let fileDescriptor: Int32

    package init() throws(SystemError) {
        fileDescriptor = tutti_signalfd()
        if fileDescriptor < 0 { throw SystemError("cannot catch signals", code: errno) }
    }

    /// The number of the next signal that has come; nil when there is none.
    package func next() -> Int32? {
        let number = tutti_signalfd_read(fileDescriptor)
        return number == 0 ? nil : number
    }
}
