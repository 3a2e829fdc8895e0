import CNNG
import Glibc
import RPC

/// A call of nng's that may block without a bound, hence on a thread of its own, which tells its result over a pipe.
final class DetachedCall: Sendable {
    private let body: @Sendable () -> Int32
    private let readEnd: Int32
    private let writeEnd: Int32

    init(_ body: @escaping @Sendable () -> Int32) throws(RPCError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw RPCError(.resourceExhausted, "cannot wait for the network: too many open files", rawCode: errno)
        }
        self.body = body
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }

    /// Begins, and waits for the end. Called once.
    /// - Returns: what the call gave; `NNG_ETIMEDOUT` where it takes longer, and goes on.
    /// - Throws: where there is no thread for it; then it has not begun.
    func result(within timeout: Duration) throws(RPCError) -> Int32 {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let refusal = pthread_create(&thread, nil, runDetached, context.toOpaque())
        guard refusal == 0 else {
            context.release()
            throw RPCError(.resourceExhausted, "cannot wait for the network: too many threads", rawCode: refusal)
        }
        pthread_detach(thread)
        var waiting = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        var code = Int32(NNG_ETIMEDOUT.rawValue)
        let deadline = ContinuousClock.now + timeout
        while true {
            let rest = max(deadline - .now, .zero)
            let ready = poll(&waiting, 1, Int32(clamping: rest.wholeMilliseconds))
            if ready < 0, errno == EINTR { continue }
            if ready > 0 { _ = read(readEnd, &code, MemoryLayout<Int32>.size) }
            return code
        }
    }

    fileprivate func run() {
        var code = body()
        _ = write(writeEnd, &code, MemoryLayout<Int32>.size)
    }
}

/// A global function and not a closure, so that it inherits no isolation.
private func runDetached(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<DetachedCall>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
