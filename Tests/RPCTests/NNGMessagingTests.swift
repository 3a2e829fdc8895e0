import Glibc
import RPC
import TestSupport
import Testing

@testable import NNGMessaging

/// What only the real transport can show.
@Suite struct NNGMessagingTests {
    /// A port where nobody listens.
    static func freePort() throws -> Endpoint {
        let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        defer { publisher.close() }
        return publisher.endpoint
    }

    static func connect(
        to endpoint: Endpoint,
        timeout: Duration = Wire.patience
    ) async throws(RPCError) -> NNGBlockingRequestTransport {
        try await onThread { () throws(RPCError) in
            let security = TransportSecurity.clear(allowInsecure: true)
            return try NNGBlockingRequestTransport.connect(to: endpoint, security: security, timeout: timeout)
        }
    }

    @Test func connectingWhereNobodyListensFailsPlainly() async throws {
        let endpoint = try Self.freePort()
        let error = await failure { () async throws(RPCError) in try await Self.connect(to: endpoint) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("cannot connect to \(endpoint): nothing listens there") == true)
    }

    @Test func connectingToAServerThatSaysNothingTimesOut() async throws {
        let (descriptor, port) = try Self.silentServer()
        defer { close(descriptor) }
        let error = await failure { () async throws(RPCError) in
            try await Self.connect(to: Endpoint(host: "127.0.0.1", port: port), timeout: .milliseconds(50))
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
        let error = await failure { () async throws(RPCError) in try await Self.connect(to: endpoint) }
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
            { _ = try NNGBlockingRequestTransport(dialing: lan, security: .clear()) },
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
        let client = TaskClient(try await Self.connect(to: server.endpoint))
        var router = Router()
        router.register(EchoService.echo) { (_, context) async throws(RPCError) -> [UInt8] in Array(context.peer.utf8) }
        async let run: Void = server.run { [router] in await router.handle($0, peer: $1) }
        let peer = String(decoding: try await client.call(EchoService.echo, payload: []), as: UTF8.self)
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
        let subscriber = try NNGPollableSubscriber(dialing: publisher.endpoint, security: .clear())
        let client = TaskClient(try await Self.connect(to: server.endpoint))
        async let run: Void = server.run { request, _ in request }
        #expect(try await client.roundTrip([1]) == [1])
        while publisher.subscriberCount == 0 { await Task.yield() }
        try publisher.publish([2])
        #expect(try await subscriber.next() == [2])
        subscriber.reconnect()
        subscriber.close()
        while publisher.subscriberCount > 0 { await Task.yield() }
        server.beginGracefulShutdown()
        await run
    }
}
