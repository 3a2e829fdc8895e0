import AudioCore
import LinuxSystem
package import RPC
import Synchronization

/// The client's side of a server in this process: each call is a task that the calling thread waits for.
package final class InProcessRequestTransport: BlockingRequestTransport {
    private struct State {
        var closed = false
        var calls: [ObjectIdentifier: PendingCall] = [:]
    }

    private let listener: @Sendable () -> InProcessRequestListener
    private let state = Mutex(State())

    /// - Parameter listener: asked for each call, so that a server can be replaced as by a restart.
    package init(listener: @escaping @Sendable () -> InProcessRequestListener) { self.listener = listener }

    package func roundTrip(_ request: [UInt8], timeout: Duration) throws(RPCError) -> [UInt8] {
        guard request.count <= EnvelopeLimits.message else {
            throw RPCError(.resourceExhausted, "cannot send a request of \(request.count) bytes: the limit is 1 MiB")
        }
        let call = try PendingCall()
        let isOpen = state.withLock { state in
            if !state.closed { state.calls[ObjectIdentifier(call)] = call }
            return !state.closed
        }
        guard isOpen else { throw Self.closedError }
        defer { state.withLock { $0.calls[ObjectIdentifier(call)] = nil } }
        let listener = listener()
        guard !listener.hasStopped else { throw InProcessRequestListener.stoppedError }
        // As over a network the server does not learn that the caller gives up; the request's own timeout ends it.
        Task { call.end(await listener.answer(request, "in-process")) }
        return try call.result(within: timeout)
    }

    package var remoteHost: String? { nil }

    package func reconnect() { endCalls(RPCError(.unavailable, "the connection was made anew")) }

    package func close() {
        state.withLock { $0.closed = true }
        endCalls(Self.closedError)
    }

    private func endCalls(_ error: RPCError) {
        for call in state.withLock({ Array($0.calls.values) }) { call.end(.failure(error)) }
    }

    private static let closedError = RPCError(.unavailable, "the connection was closed by this program")
}

/// What a thread waits for; the first end counts.
private final class PendingCall: Sendable {
    private let outcome = Mutex<Result<[UInt8], RPCError>?>(nil)
    private let signal: EventSignal

    init() throws(RPCError) {
        do throws(SystemError) {
            signal = try EventSignal()
        } catch {
            throw RPCError(.resourceExhausted, "\(error)", cause: error)
        }
    }

    func end(_ result: Result<[UInt8], RPCError>) {
        outcome.withLock { $0 = $0 ?? result }
        signal.signal()
    }

    func result(within timeout: Duration) throws(RPCError) -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        while case let rest = deadline - .now, rest > .zero, outcome.withLock({ $0 == nil }) {
            _ = Poll.wait(for: [signal.fileDescriptor], timeout: .milliseconds(rest.wholeMilliseconds))
        }
        guard let result = outcome.withLock({ $0 }) else {
            throw RPCError(.deadlineExceeded, "no answer within \(timeout)")
        }
        return try result.get()
    }
}
