import Glibc
import RPC
import Synchronization
import Testing

@testable import NNGMessaging

/// What only the real transport can show.
@Suite struct NNGMessagingTests {
    static let echo = CallBehaviourTests.echo

    /// A port where nobody listens.
    static func freePort() throws -> Endpoint {
        let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        defer { publisher.close() }
        return publisher.endpoint
    }

    @Test func connectingWhereNobodyListensFailsPlainly() async throws {
        let endpoint = try Self.freePort()
        let error = await failure { () async throws(RPCError) -> NNGRequestTransport in
            try await NNGRequestTransport.connect(to: endpoint, security: .clear(), timeout: Wire.patience)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("cannot connect to \(endpoint): nothing listens there") == true)
    }

    @Test func connectingToAServerThatSaysNothingTimesOut() async throws {
        let (descriptor, port) = try Self.silentServer()
        defer { close(descriptor) }
        let error = await failure { () async throws(RPCError) -> NNGRequestTransport in
            let endpoint = Endpoint(host: "127.0.0.1", port: port)
            return try await NNGRequestTransport.connect(to: endpoint, security: .clear(), timeout: .milliseconds(50))
        }
        #expect(error?.code == .unavailable)
    }

    /// Accepts connections (in the kernel) and never speaks.
    static func silentServer() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | listen(descriptor, 8) | getsockname(descriptor, address, &length)
            }
        }
        try #require(code == 0)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test func unknownHostIsNamed() async {
        let endpoint = Endpoint(host: "no-such-host.invalid", port: 7_700)
        let error = await failure { () async throws(RPCError) -> NNGRequestTransport in
            try await NNGRequestTransport.connect(to: endpoint, security: .clear(allowInsecure: true))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasPrefix("cannot connect to no-such-host.invalid:7700: ") == true)
    }

    @Test func busyPortIsNamed() throws {
        let first = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let error = #expect(throws: RPCError.self) {
            try NNGRequestListener(listeningOn: first.endpoint, security: .clear())
        }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message.hasPrefix("cannot listen on \(first.endpoint): another program listens there") == true)
        first.beginGracefulShutdown()
    }

    @Test func addressOfNoInterfaceIsNamed() {
        // TEST-NET-1, RFC 5737: nobody's address.
        let error = #expect(throws: RPCError.self) {
            try NNGPublisher(
                listeningOn: Endpoint(host: "192.0.2.1", port: 7_700),
                security: .clear(allowInsecure: true)
            )
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("192.0.2.1:7700") == true)
    }

    @Test func nothingIsOpenedToTheNetworkInClear() {
        let lan = Endpoint(host: "0.0.0.0", port: 0)
        let attempts: [() throws -> Void] = [
            { _ = try NNGRequestListener(listeningOn: lan, security: .clear()) },
            { _ = try NNGPublisher(listeningOn: lan, security: .clear()) },
            { _ = try NNGRequestTransport(dialing: lan, security: .clear()) },
            { _ = try NNGBlockingRequestTransport(dialing: lan, security: .clear()) },
            { _ = try NNGSubscriber(dialing: lan, security: .clear()) },
            { _ = try NNGPollableSubscriber(dialing: lan, security: .clear()) },
        ]
        for attempt in attempts {
            let error = #expect(throws: RPCError.self) { try attempt() }
            #expect(error?.code == .failedPrecondition)
        }
    }

    @Test(arguments: ["::1", "localhost", "127.0.0.1"])
    func everyFormOfLoopbackWorks(host: String) async throws {
        let server: NNGRequestListener
        do {
            server = try NNGRequestListener(listeningOn: Endpoint(host: host, port: 0), security: .clear())
        } catch {
            // A machine without IPv6.
            try #require(host == "::1")
            return
        }
        let client = RPCClient(transport: try await .connect(to: server.endpoint), timeout: Wire.patience)
        var router = Router()
        router.register(Self.echo) { (_, context) async throws(RPCError) -> [UInt8] in Array(context.peer.utf8) }
        async let run: Void = server.run { [router] in await router.handle($0, peer: $1) }
        let peer = String(decoding: try await client.call(Self.echo, payload: []), as: UTF8.self)
        #expect(peer.hasPrefix(host == "::1" ? "[::1]:" : "127.0.0.1:"))
        #expect(client.transport.remoteHost == (host == "::1" ? "::1" : "127.0.0.1"))
        server.beginGracefulShutdown()
        await run
    }

    @Test(
        arguments: [
            ("localhost", ["tcp://127.0.0.1:1"]), ("::1", ["tcp://[::1]:1"]), ("10.0.0.1", ["tcp://10.0.0.1:1"]),
            ("house.local", ["tcp://house.local:1", "tcp4://house.local:1", "tcp6://house.local:1"]),
        ] as [(String, [String])]
    )
    func namesAreTriedInEveryFamily(host: String, urls: [String]) {
        #expect(NNGAddress.dialURLs(Endpoint(host: host, port: 1), .clear()) == urls)
    }

    @Test(
        arguments: [
            ("00000000000000000000000000000001", "::1"), ("00000000000000000000000000000000", "::"),
            ("fe8000000000000000fc00fffe000001", "fe80::fc:ff:fe00:1"),
            ("00000000000000000000ffff0a000001", "::ffff:10.0.0.1"),
            ("20010db8000100010001000100010001", "2001:db8:1:1:1:1:1:1"),
            ("20010db8000000010000000000000001", "2001:db8:0:1::1"),
            ("00010002000300040005000600070000", "1:2:3:4:5:6:7:0"),
            ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"),
        ]
    )
    func addressesAreWrittenCanonically(hex: String, text: String) throws {
        let digits = Array(hex.utf8)
        let bytes = stride(from: 0, to: 32, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
        #expect(NNGAddress.v6(bytes) == text)
        #expect(try Endpoint(parsing: text, defaultPort: 1).isNumeric)
    }

    /// nng calls back on threads of its own; code that had inherited the main actor would trap there.
    @MainActor
    @Test func callbacksDoNotInheritIsolation() async throws {
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        let subscriber = try NNGSubscriber(dialing: publisher.endpoint, security: .clear())
        let transport = try await NNGRequestTransport.connect(to: server.endpoint, security: .clear())
        async let run: Void = server.run { request, _ in request }
        #expect(try await transport.roundTrip([1], timeout: Wire.patience) == [1])
        while publisher.subscriberCount == 0 { await Task.yield() }
        try publisher.publish([2])
        #expect(try await subscriber.receive(timeout: Wire.patience) == [2])
        subscriber.reconnect()
        subscriber.close()
        while publisher.subscriberCount > 0 { await Task.yield() }
        server.beginGracefulShutdown()
        await run
    }

    @Test func subscriberComesBackToARestartedPublisher() async throws {
        let first = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        let subscriber = try NNGSubscriber(dialing: first.endpoint, security: .clear())
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
            heard = (try? await subscriber.receive(timeout: .milliseconds(20))).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(heard == "more")
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
        let transport = try await NNGRequestTransport.connect(to: server.endpoint, security: .clear())
        let other = try await NNGRequestTransport.connect(to: server.endpoint, security: .clear())
        let call = Task { try await transport.roundTrip([1], timeout: Wire.patience) }
        await begun.wait()
        call.cancel()
        transport.close()
        await ended.wait()
        #expect(try await other.roundTrip([2], timeout: Wire.patience) == [2])
        server.beginGracefulShutdown()
        await run
    }

    @Test func callIsNeverCarriedOutTwice() async throws {
        let count = Mutex(0)
        let begun = Signal()
        let first = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        let transport = try await NNGRequestTransport.connect(to: first.endpoint, security: .clear())
        let serve: RequestHandler = { request, _ in
            count.withLock { $0 += 1 }
            begun.raise()
            if request == [1] { await Signal().wait() }
            return request
        }
        let code = await withTaskGroup(of: StatusCode?.self) { group in
            group.addTask {
                await failure { () async throws(RPCError) -> [UInt8] in
                    try await transport.roundTrip([1], timeout: Wire.patience)
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
        #expect(try await transport.roundTrip([2], timeout: Wire.patience) == [2])
        #expect(count.withLock { $0 } == 2)
        second.beginGracefulShutdown()
        await run
    }
}

extension RequestTransport where Self == NNGRequestTransport {
    static func connect(to endpoint: Endpoint) async throws(RPCError) -> NNGRequestTransport {
        try await NNGRequestTransport.connect(to: endpoint, security: .clear(), timeout: Wire.patience)
    }
}
