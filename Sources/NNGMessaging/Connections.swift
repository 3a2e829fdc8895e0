import CNNG
import RPC
import Synchronization

/// The connections of a socket, which are nng's pipes.
final class Connections: Sendable {
    private struct Pipe {
        /// They are counted as they come.
        var number: Int
        /// It counts as a connection.
        var isReady = false
        /// It has brought a request.
        var hasSpoken = false
        /// Those who want to know when it has gone.
        var waiting: [Int: Signal] = [:]
    }

    private struct State {
        var pipes: [UInt32: Pipe] = [:]
        var serial = 0
    }

    private let state = Mutex(State())
    private let limit: ConnectionLimit

    init(_ limit: ConnectionLimit) { self.limit = limit }

    /// - Parameter socket: one that was just opened, and does not live longer than this object.
    func follow(_ socket: nng_socket) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        // Cannot fail on such a socket. A pipe may bring a request before nng tells that it was added, but not before
        // it tells that it will be.
        nng_pipe_notify(socket, NNG_PIPE_EV_ADD_PRE, connectionChanged, context)
        nng_pipe_notify(socket, NNG_PIPE_EV_ADD_POST, connectionChanged, context)
        nng_pipe_notify(socket, NNG_PIPE_EV_REM_POST, connectionChanged, context)
    }

    var ids: [UInt32] { state.withLock { $0.pipes.filter { $0.value.isReady }.map(\.key) } }

    /// Runs `body`, whose task is cancelled when the pipe has gone, or if it has already.
    /// - Returns: what it gave, also then.
    func whileConnected<Value: Sendable>(
        _ pipe: nng_pipe,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        let gone = Signal()
        let serial = enter(pipe.id, gone)
        defer { leave(pipe.id, serial) }
        return await gone.whileNotRaised(body).get()
    }

    private func enter(_ id: UInt32, _ gone: Signal) -> Int {
        let serial = state.withLock { (state) -> Int? in
            guard state.pipes[id] != nil else { return nil }
            state.serial += 1
            state.pipes[id]?.waiting[state.serial] = gone
            state.pipes[id]?.hasSpoken = true
            return state.serial
        }
        if serial == nil { gone.raise() }
        return serial ?? 0
    }

    private func leave(_ id: UInt32, _ serial: Int) {
        state.withLock { _ = $0.pipes[id]?.waiting.removeValue(forKey: serial) }
    }

    /// Who has to go so that there is room for a new pipe: it, where nobody else does.
    private func surplus(for id: UInt32) -> UInt32? {
        state.withLock { state in
            guard state.pipes.count >= limit.connections else { return nil }
            guard limit.replacesSilent else { return id }
            return state.pipes.filter { !$0.value.hasSpoken }.min { $0.value.number < $1.value.number }?.key ?? id
        }
    }

    fileprivate func changed(_ id: UInt32, _ event: nng_pipe_ev) {
        if event == NNG_PIPE_EV_ADD_PRE, let surplus = surplus(for: id) {
            // Closed at this moment, a new pipe is refused.
            nng_pipe_close(nng_pipe(id: surplus))
            limit.refused()
            if surplus == id { return }
            remove(surplus)
        }
        switch event {
        case NNG_PIPE_EV_ADD_PRE:
            state.withLock { state in
                state.serial += 1
                state.pipes[id] = Pipe(number: state.serial)
            }
        // Not where it has gone already.
        case NNG_PIPE_EV_ADD_POST: state.withLock { $0.pipes[id]?.isReady = true }
        default: remove(id)
        }
    }

    private func remove(_ id: UInt32) {
        let gone = state.withLock { $0.pipes.removeValue(forKey: id) }
        for signal in gone?.waiting.values ?? [:].values { signal.raise() }
    }
}

/// Runs on nng's threads. A global function and not a closure, so that it inherits no isolation.
private func connectionChanged(_ pipe: nng_pipe, _ event: nng_pipe_ev, _ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue().changed(pipe.id, event)
}
