import CNNG
import Glibc
import RPC
import Synchronization

/// nng's dial that says whether it worked; it blocks, so it has a thread of its own.
enum BlockingDial {
    static func run(
        _ socket: NNGSocket,
        _ endpoint: Endpoint,
        _ security: TransportSecurity,
        timeout: Duration
    ) async throws(RPCError) {
        try security.check(dialing: endpoint)
        let attempt = Attempt { socket.dialBlocking(endpoint, security) }
        let code = await withTaskCancellationHandler {
            await withTaskGroup(of: Int32?.self) { group in
                group.addTask { await attempt.start() }
                group.addTask {
                    try? await Task.sleep(for: timeout)
                    return nil
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                // Closing ends a dial that still blocks.
                if first == nil { socket.close() }
                return first
            }
        } onCancel: {
            socket.close()
        }
        guard let code else { throw NNGResult.dialError(Int32(NNG_ETIMEDOUT.rawValue), endpoint) }
        guard code == 0 else {
            socket.close()
            throw NNGResult.dialError(code, endpoint)
        }
    }
}

private final class Attempt: Sendable {
    let dial: @Sendable () -> Int32
    let continuation = Mutex<CheckedContinuation<Int32, Never>?>(nil)

    init(_ dial: @escaping @Sendable () -> Int32) { self.dial = dial }

    func start() async -> Int32 {
        await withCheckedContinuation { continuation in
            self.continuation.withLock { $0 = continuation }
            let context = Unmanaged.passRetained(self)
            var thread = pthread_t()
            guard pthread_create(&thread, nil, dialThread, context.toOpaque()) == 0 else {
                context.release()
                return finish(Int32(NNG_ENOMEM.rawValue))
            }
            pthread_detach(thread)
        }
    }

    func finish(_ code: Int32) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(returning: code)
    }
}

private func dialThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let attempt = Unmanaged<Attempt>.fromOpaque(context).takeRetainedValue()
    attempt.finish(attempt.dial())
    return nil
}
