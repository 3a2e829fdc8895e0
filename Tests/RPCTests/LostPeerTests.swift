import NNGMessaging
import RPC
import Synchronization
import TestSupport
import Testing

/// Peers that are not there, go, or fall silent, over TCP.
@Suite struct LostPeerTests {
    @Test func nobodyThereIsUnavailableAndLaterFound() async throws {
        let endpoint = try NNGMessagingTests.freePort()
        let transport = try NNGBlockingRequestTransport(dialing: endpoint, security: .clear())
        let client = TaskClient(transport)
        let error = await failure { () async throws(RPCError) -> [UInt8] in
            try await client.call(EchoService.echo, payload: [], timeout: .milliseconds(30))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("\(endpoint) is not connected") == true)
        let server = try NNGRequestListener(listeningOn: endpoint, security: .clear())
        let router = EchoService.router()
        async let run: Void = server.run { await router.handle($0, peer: $1) }
        #expect(try await client.call(EchoService.echo, payload: [1]) == [1])
        server.beginGracefulShutdown()
        await run
    }

    /// After three unanswered calls the connection is made anew: the silent server sees further connections.
    @Test func deadConnectionIsReplaced() async throws {
        let peers = Mutex<Set<String>>([])
        var router = Router()
        router.register(EchoService.wait) { (_, context) async throws(RPCError) -> [UInt8] in
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
            let request = try RequestEnvelope(method: EchoService.wait, payload: []).encoded()
            while peers.withLock({ $0.count }) < 2 {
                _ = await onThread { try? transport.roundTrip(request, timeout: .milliseconds(10)) }
            }
            transport.close()
        }
    }

    @Test func subscriberComesBackToARestartedPublisher() async throws {
        let first = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        let subscriber = try NNGPollableSubscriber(dialing: first.endpoint, security: .clear())
        while first.subscriberCount == 0 { await Task.yield() }
        first.close()
        let second = try NNGPublisher(listeningOn: first.endpoint, security: .clear())
        while second.subscriberCount == 0 { await Task.yield() }
        try second.publish("again")
        #expect(try await subscriber.text() == "again")
        subscriber.reconnect()
        // Lost with the connection, or not: the next ones arrive.
        var heard: String?
        while heard == nil {
            try second.publish("more")
            heard = (try? await subscriber.next(timeout: .milliseconds(20))).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(heard == "more")
    }

    @Test func callIsNeverCarriedOutTwice() async throws {
        let count = Mutex(0)
        let begun = Signal()
        let first = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let client = TaskClient(try NNGBlockingRequestTransport(dialing: first.endpoint, security: .clear()))
        let serve: RequestHandler = { request, _ in
            count.withLock { $0 += 1 }
            begun.raise()
            if request == [1] { await Signal().wait() }
            return request
        }
        let code = await withTaskGroup(of: StatusCode?.self) { group in
            group.addTask {
                await failure { () async throws(RPCError) -> [UInt8] in
                    try await client.roundTrip([1])
                }?.code
            }
            await withTaskGroup(of: Void.self) { server in
                server.addTask {
                    await first.run { request, peer in
                        _ = await serve(request, peer)
                        // Its answer must not arrive: the server dies without one.
                        return [UInt8](repeating: 0, count: 4 << 20)
                    }
                }
                await begun.wait()
                server.cancelAll()
            }
            return await group.next() ?? nil
        }
        #expect(code == .unavailable)
        let second = try NNGRequestListener(listeningOn: first.endpoint, security: .clear())
        async let run: Void = second.run(serve)
        #expect(try await client.roundTrip([2]) == [2])
        #expect(count.withLock { $0 } == 2)
        second.beginGracefulShutdown()
        await run
    }

    @Test(.timeLimit(.minutes(1))) func whatACallerWaitsForEndsWhenItGoes() async throws {
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let (begun, ended) = (Signal(), Signal())
        let serve: RequestHandler = { request, _ in
            guard request == [1] else { return request }
            begun.raise()
            // Ends with its task alone.
            let (never, end) = AsyncStream<Never>.makeStream()
            defer { end.finish() }
            for await _ in never {}
            ended.raise()
            return []
        }
        async let run: Void = server.run(serve)
        let transport = try NNGBlockingRequestTransport(dialing: server.endpoint, security: .clear())
        let other = TaskClient(try NNGBlockingRequestTransport(dialing: server.endpoint, security: .clear()))
        async let call = failure { () async throws(RPCError) in try await TaskClient(transport).roundTrip([1]) }
        await begun.wait()
        transport.close()
        await ended.wait()
        #expect(await call?.code == .unavailable)
        #expect(try await other.roundTrip([2]) == [2])
        server.beginGracefulShutdown()
        await run
    }
}
