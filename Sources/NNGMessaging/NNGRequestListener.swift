import CNNG
package import RPC
import Synchronization

/// Serves requests on a TCP port: nng's REP protocol with a fixed number of contexts, so as many requests are in
/// progress at once; further ones wait in their connections.
package final class NNGRequestListener: RequestListener {
    package let endpoint: Endpoint
    private let socket: NNGSocket
    private let workers: [Worker]
    private let stopping = Atomic(false)
    private let stopSignal = Signal()

    /// How long requests in progress may go on after a shutdown has begun.
    private static let grace = Duration.seconds(1)

    /// Binds at once, so that a busy port is known before anything runs. Port 0 takes any free port.
    package init(
        listeningOn endpoint: Endpoint,
        security: TransportSecurity,
        inFlight: Int = 32,
        limit: ConnectionLimit = .standard
    ) throws(RPCError) {
        var limit = limit
        limit.replacesSilent = true
        socket = try NNGSocket(
            opening: { nng_rep0_open($0) },
            maximumMessage: EnvelopeLimits.message + 64,
            limit: limit
        )
        var workers: [Worker] = []
        for _ in 0..<max(inFlight, 1) { workers.append(try Worker(socket)) }
        self.workers = workers
        self.endpoint = try socket.listen(on: endpoint, security: security)
    }

    package func run(_ handler: @escaping RequestHandler) async {
        await withTaskGroup(of: Ended.self) { group in
            for worker in workers {
                group.addTask {
                    await worker.serve(handler) { self.stopping.load(ordering: .acquiring) }
                    return .worker
                }
            }
            group.addTask {
                await self.stopSignal.wait()
                try? await Task.sleep(for: Self.grace)
                return .grace
            }
            var running = workers.count
            while running > 0, let ended = await group.next() {
                switch ended {
                case .worker: running -= 1
                case .grace: group.cancelAll()
                }
            }
            group.cancelAll()
        }
        socket.close(patience: NNGSocket.patience)
    }

    /// The listener stays open: with it nng would close its connections, and answers in progress would be lost.
    package func beginGracefulShutdown() {
        stopping.store(true, ordering: .releasing)
        for worker in workers { worker.stopReceiving() }
        stopSignal.raise()
    }

    private enum Ended {
        case worker
        case grace
    }
}

/// One context: receives a request, has it handled, sends the answer, again and again.
private final class Worker: Sendable {
    private let socket: NNGSocket
    private let context: nng_ctx
    private let receiving: AsyncOperation
    private let sending: AsyncOperation

    init(_ socket: NNGSocket) throws(RPCError) {
        var context = nng_ctx()
        let code = nng_ctx_open(&context, socket.raw)
        guard code == 0 else {
            throw RPCError(.resourceExhausted, "cannot open a context: \(NNGResult.text(code))", rawCode: code)
        }
        self.socket = socket
        self.context = context
        receiving = try AsyncOperation()
        sending = try AsyncOperation()
    }

    func stopReceiving() { receiving.cancel() }

    func serve(_ handler: @escaping RequestHandler, stop: () -> Bool) async {
        while !stop(), !Task.isCancelled {
            let context = context
            let code = await receiving.run(timeoutMilliseconds: NNG_DURATION_INFINITE, stop: stop) {
                nng_ctx_recv(context, $0)
            }
            guard code == 0, let message = receiving.takeMessage() else {
                if code == Int32(NNG_ENOMEM.rawValue) { continue }
                return
            }
            let pipe = nng_msg_get_pipe(message)
            let (peer, request) = (NNGAddress.peer(of: pipe), NNGMessage.take(message))
            // Whoever has gone waits for no answer.
            await send(await socket.whileConnected(pipe) { await handler(request, peer) })
        }
    }

    /// A caller that has gone, or does not read its answers, loses this one.
    private func send(_ answer: [UInt8]) async {
        guard let message = try? NNGMessage.make(answer) else { return }
        sending.setMessage(message)
        let context = context
        // To its end, for a caller is told even where the server is being cancelled.
        let code = await sending.runToEnd(timeoutMilliseconds: 2_000) { nng_ctx_send(context, $0) }
        if code != 0, let message = sending.takeMessage() { nng_msg_free(message) }
    }
}
