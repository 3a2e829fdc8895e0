import Testing

@testable import RPC

@Suite struct EndpointTests {
    @Test(
        arguments: [
            ("example.org", "example.org", 7_700), ("host:1", "host", 1), ("192.168.1.4:65535", "192.168.1.4", 65_535),
            ("[::1]", "::1", 7_700), ("[fe80::1]:80", "fe80::1", 80), ("::1", "::1", 7_700),
            ("[::ffff:10.0.0.1]:9", "::ffff:10.0.0.1", 9), ("living_room-pi.local", "living_room-pi.local", 7_700),
        ] as [(String, String, UInt16)]
    )
    func addressIsRead(text: String, host: String, port: UInt16) throws {
        let endpoint = try Endpoint(parsing: text, defaultPort: 7_700)
        #expect(endpoint == Endpoint(host: host, port: port))
        #expect(try Endpoint(parsing: endpoint.description, defaultPort: 1) == endpoint)
    }

    @Test(
        arguments: [
            "", ":7700", "host:", "host:0", "host:65536", "host:+1", "host:12x", "[::1", "[::1]7700", "[host]:1",
            "1:2:3", "::1::", "ho st", "tcp://host", "host/x", "hóst", ":::1", "[]", "[::1]:", "g::1",
        ]
    )
    func wrongAddressIsRefusedInOneLine(text: String) {
        let error = #expect(throws: RPCError.self) { try Endpoint(parsing: text, defaultPort: 7_700) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("‘\(text)’ is not an address: ") == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        arguments: [
            "localhost", "LocalHost", "127.0.0.1", "127.255.3.4", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1",
            "::0001",
        ]
    )
    func loopbackIsKnown(host: String) {
        #expect(Endpoint(host: host, port: 1).isLoopback)
    }

    @Test(
        arguments: [
            "0.0.0.0", "::", "192.168.0.1", "127.evil.example", "127.0.0.1.example", "127.1", "0127.0.0.1", "::2",
            "localhost.example", "1::1", "128.0.0.1", "::ffff:10.0.0.1", "127.0.0.256",
        ]
    )
    func everythingElseIsTheNetwork(host: String) {
        #expect(!Endpoint(host: host, port: 1).isLoopback)
    }

    @Test func clearConnectionBeyondLoopbackIsRefused() {
        let lan = Endpoint(host: "0.0.0.0", port: 7_700)
        let listening = #expect(throws: RPCError.self) { try TransportSecurity.clear().check(listeningOn: lan) }
        #expect(listening?.code == .failedPrecondition)
        #expect(listening?.message.hasPrefix("refusing to listen on 0.0.0.0:7700 without encryption") == true)
        let dialing = #expect(throws: RPCError.self) { try TransportSecurity.clear().check(dialing: lan) }
        #expect(dialing?.message.contains("--insecure") == true)
    }

    @Test func clearConnectionIsAllowedOnLoopbackOrWhenAccepted() throws {
        let local = Endpoint(host: "localhost", port: 7_700)
        let lan = Endpoint(host: "10.0.0.1", port: 7_700)
        try TransportSecurity.clear().check(listeningOn: local)
        try TransportSecurity.clear().check(dialing: local)
        try TransportSecurity.clear(allowInsecure: true).check(listeningOn: lan)
        try TransportSecurity.clear(allowInsecure: true).check(dialing: lan)
    }
}
