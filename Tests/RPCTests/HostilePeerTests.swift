import Glibc
import NNGMessaging
import RPC
import Synchronization
import TestSupport
import Testing

/// Peers that speak TCP and not the protocol, or too much of it.
@Suite struct HostilePeerTests {
    /// nng's greeting of a REQ socket: NUL, "SP", version 0, protocol 0x30, reserved.
    static let greeting: [UInt8] = [0, 0x53, 0x50, 0, 0, 0x30, 0, 0]

    /// A connection that says `bytes`; nil where nobody listens.
    private static func open(_ endpoint: Endpoint, saying bytes: [UInt8]) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = endpoint.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            return nil
        }
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return descriptor
    }

    /// What comes until there are `count` bytes or the server has closed the connection.
    private static func receive(_ descriptor: Int32, _ count: Int = .max) -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while received.count < count, case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            received += buffer[..<count]
        }
        return received
    }

    /// Sends `bytes` and waits until the server has closed the connection; what it said before.
    static func send(_ bytes: [UInt8], to endpoint: Endpoint) -> [UInt8] {
        guard let descriptor = open(endpoint, saying: bytes) else { return [] }
        defer { close(descriptor) }
        return receive(descriptor)
    }

    /// They would take all descriptors of the process.
    @Test func silentPeersMakeWayForOthers() async throws {
        let refused = Atomic(0)
        let (three, five, six) = (Signal(), Signal(), Signal())
        let limit = ConnectionLimit(connections: 3) {
            let signals = [3: three, 5: five, 6: six]
            signals[refused.add(1, ordering: .relaxed).newValue]?.raise()
        }
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear(), limit: limit)
        async let run: Void = server.run { request, _ in request }
        func client() async throws -> TaskClient {
            try await onThread { () throws(RPCError) in
                TaskClient(
                    try NNGBlockingRequestTransport.connect(
                        to: server.endpoint,
                        security: .clear(),
                        timeout: Wire.patience
                    )
                )
            }
        }
        let first = try await client()
        #expect(try await first.roundTrip([7]) == [7])
        let idle = (0..<5).compactMap { _ in Self.open(server.endpoint, saying: Self.greeting) }
        #expect(idle.count == 5)
        await three.wait()
        let second = try await client()
        #expect(try await second.roundTrip([8]) == [8])
        let third = try await client()
        #expect(try await third.roundTrip([9]) == [9])
        #expect(try await first.roundTrip([7]) == [7])
        await five.wait()
        // All have spoken now: whoever comes is refused.
        #expect(await onThread { Self.send(Self.greeting, to: server.endpoint) }.count <= Self.greeting.count)
        await six.wait()
        #expect(try await third.roundTrip([9]) == [9])
        for descriptor in idle { close(descriptor) }
        server.beginGracefulShutdown()
        await run
    }

    @Test func subscribersAboveTheLimitAreRefused() async throws {
        let one = Signal()
        let limit = ConnectionLimit(connections: 2) { one.raise() }
        let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear(), limit: limit)
        let greeting: [UInt8] = [0, 0x53, 0x50, 0, 0, 0x21, 0, 0]
        let peers = (0..<3).compactMap { _ in Self.open(publisher.endpoint, saying: greeting) }
        #expect(peers.count == 3)
        await one.wait()
        #expect(publisher.subscriberCount <= 2)
        for descriptor in peers { close(descriptor) }
        publisher.close()
    }

    @Test(
        arguments: [
            Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
            // A publisher's greeting on the port of calls.
            [0, 0x53, 0x50, 0, 0, 0x20, 0, 0],
            // A message of 2^63 bytes.
            greeting + [0x7F] + [UInt8](repeating: 0xFF, count: 7) + [1, 2, 3, 4],
            // A message just above the limit.
            greeting + [0, 0, 0, 0, 0, 0x10, 0x01, 0] + [0x80, 0, 0, 1],
            // A message too short to be a request.
            greeting + [0, 0, 0, 0, 0, 0, 0, 2] + [1, 2],
        ] as [[UInt8]]
    )
    func nonsenseEndsItsOwnConnectionOnly(bytes: [UInt8]) async throws {
        try await serving(.nng, EchoService.router()) { (client, rig) async throws in
            let endpoint = rig.server.endpoint
            let received = await onThread { Self.send(bytes, to: endpoint) }
            #expect(received.count <= 8)
            #expect(try await client.call(EchoService.echo, payload: [5]) == [5])
        }
    }

    @Test func requestsAboveTheBoundWait() async throws {
        let (bound, calls) = (2, 6)
        let running = Mutex<(now: Int, most: Int)>((0, 0))
        let full = Signal()
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear(), inFlight: bound)
        let client = TaskClient(try NNGBlockingRequestTransport(dialing: server.endpoint, security: .clear()))
        async let run: Void = server.run { request, _ in
            let now = running.withLock { running in
                running.now += 1
                running.most = max(running.most, running.now)
                return running.now
            }
            if now == bound { full.raise() }
            await full.wait()
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return request
        }
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<calls {
                group.addTask { try await client.roundTrip([UInt8(number)]) }
            }
            let answers = try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            #expect(answers.count == calls)
        }
        #expect(running.withLock { $0.most } == bound)
        server.beginGracefulShutdown()
        await run
    }
}
