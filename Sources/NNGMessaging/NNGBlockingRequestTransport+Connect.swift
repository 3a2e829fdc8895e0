import CNNG
import Glibc
package import RPC
import Synchronization

extension NNGBlockingRequestTransport {
    /// Connects now and blocks the calling thread meanwhile, for programs that must know at once whether anybody is
    /// there. Later losses of the connection are repaired in the background.
    /// - Throws: `.unavailable` where nobody answers: at once where nobody listens, else after `timeout`.
    package static func connect(
        to endpoint: Endpoint,
        security: TransportSecurity,
        timeout: Duration
    ) throws(RPCError) -> NNGBlockingRequestTransport {
        let transport = try NNGBlockingRequestTransport(endpoint)
        try security.check(dialing: endpoint)
        let attempt = try DialAttempt { transport.socket.dialBlocking(endpoint, security) }
        let code = attempt.result(within: timeout)
        if code != 0 {
            // Closing ends a dial that still blocks.
            transport.close()
            throw NNGResult.dialError(code, endpoint)
        }
        return transport
    }
}

/// nng's dial that says whether it worked. It blocks without a bound, hence its own thread, which tells over a pipe.
private final class DialAttempt: Sendable {
    private let dial: @Sendable () -> Int32
    private let readEnd: Int32
    private let writeEnd: Int32

    init(_ dial: @escaping @Sendable () -> Int32) throws(RPCError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw RPCError(.resourceExhausted, "cannot connect: too many open files", rawCode: errno)
        }
        self.dial = dial
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }

    /// - Returns: nng's code; `NNG_ETIMEDOUT` where it took too long.
    func result(within timeout: Duration) -> Int32 {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runDial, context.toOpaque()) == 0 else {
            context.release()
            return Int32(NNG_ENOMEM.rawValue)
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

    func run() {
        var code = dial()
        _ = write(writeEnd, &code, MemoryLayout<Int32>.size)
    }
}

/// A global function and not a closure, so that it inherits no isolation.
private func runDial(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<DialAttempt>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
