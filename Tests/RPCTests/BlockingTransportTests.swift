import NNGMessaging
import RPC
import Synchronization
import Testing

/// The transport of plain threads, over TCP.
@Suite struct BlockingTransportTests {
    typealias Suite = CallBehaviourTests

    static func serving(
        _ router: Router,
        _ body: @Sendable (BlockingRPCClient, NNGRequestListener) async throws -> Void
    ) async throws {
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let transport = try NNGBlockingRequestTransport(dialing: server.endpoint, security: .clear())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run { await router.handle($0, peer: $1) } }
            defer { server.beginGracefulShutdown() }
            try await body(BlockingRPCClient(transport: transport, timeout: Wire.patience), server)
            transport.close()
        }
    }

    static func call(
        _ client: BlockingRPCClient,
        _ method: MethodDescriptor,
        _ payload: [UInt8],
        timeout: Duration? = nil
    ) async -> Result<[UInt8], RPCError> {
        await onThread {
            do throws(RPCError) {
                return .success(try client.call(method, payload: payload, timeout: timeout))
            } catch {
                return .failure(error)
            }
        }
    }

    @Test func callsOfSeveralThreadsGetTheirOwnAnswers() async throws {
        try await Self.serving(Suite.router()) { (client, _) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let payload = [UInt8](repeating: UInt8(number), count: 100)
                        return try await Self.call(client, Suite.echo, payload).get() == payload
                    }
                }
                for try await right in group { #expect(right) }
            }
            let error = await Self.call(client, Suite.fail, [5])
            #expect(throws: RPCError.self) { try error.get() }
        }
    }

    @Test func lateAnswerIsNotTakenForTheNextCalls() async throws {
        let (begun, goOn) = (Signal(), Signal())
        var router = Suite.router()
        let slow = MethodDescriptor(service: "test.Echo", method: "Slow")
        router.register(slow) { (payload, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            // Does not obey cancellation, so that its answer comes when the caller has given up.
            while !goOn.isRaised { await Task.yield() }
            return payload
        }
        try await Self.serving(router) { (client, _) async throws in
            let late = await Self.call(client, slow, [1], timeout: .milliseconds(30))
            guard case .failure(let error) = late else { throw RPCError(.internal, "the call should have been late") }
            #expect(error.code == .deadlineExceeded)
            await begun.wait()
            goOn.raise()
            for number in 2..<20 {
                let payload = [UInt8(number)]
                #expect(try await Self.call(client, number % 2 == 0 ? slow : Suite.echo, payload).get() == payload)
            }
        }
    }

    @Test func closingUnblocksAThread() async throws {
        let begun = Signal()
        try await Self.serving(Suite.router(begun: begun)) { (client, server) async throws in
            async let result = Self.call(client, Suite.wait, [])
            await begun.wait()
            client.transport.close()
            guard case .failure(let error) = await result else { throw RPCError(.internal, "the call should fail") }
            #expect(error.code == .unavailable)
            server.beginGracefulShutdown()
        }
    }

    @Test func nobodyThereIsUnavailableAndLaterFound() async throws {
        let endpoint = try NNGMessagingTests.freePort()
        let transport = try NNGBlockingRequestTransport(dialing: endpoint, security: .clear())
        let client = BlockingRPCClient(transport: transport, timeout: Wire.patience)
        guard case .failure(let error) = await Self.call(client, Suite.echo, [], timeout: .milliseconds(30)) else {
            throw RPCError(.internal, "the call should fail")
        }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("\(endpoint) is not connected"))
        let server = try NNGRequestListener(listeningOn: endpoint, security: .clear())
        let router = Suite.router()
        async let run: Void = server.run { await router.handle($0, peer: $1) }
        #expect(try await Self.call(client, Suite.echo, [1]).get() == [1])
        server.beginGracefulShutdown()
        await run
    }

    /// After three unanswered calls the connection is made anew: the silent server sees further connections.
    @Test func deadConnectionIsReplaced() async throws {
        let peers = Mutex<Set<String>>([])
        var router = Router()
        router.register(Suite.wait) { (_, context) async throws(RPCError) -> [UInt8] in
            peers.withLock { _ = $0.insert(context.peer) }
            await Signal().wait()
            throw RPCError(.cancelled, "stopped")
        }
        // The server's own deadline must not answer before the client gives up.
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let transport = try NNGBlockingRequestTransport(dialing: server.endpoint, security: .clear())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [router] in await server.run { await router.handle($0, peer: $1) } }
            defer { server.beginGracefulShutdown() }
            let request = try RequestEnvelope(method: Suite.wait, payload: []).encoded()
            while peers.withLock({ $0.count }) < 2 {
                _ = await onThread { try? transport.roundTrip(request, timeout: .milliseconds(10)) }
            }
            transport.close()
        }
    }
}
