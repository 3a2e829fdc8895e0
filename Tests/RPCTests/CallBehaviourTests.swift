import RPC
import Synchronization
import TestSupport
import Testing

/// What every request transport does, in process and over TCP.
@Suite struct CallBehaviourTests {
    @Test(arguments: Wire.allCases)
    func callIsAnswered(wire: Wire) async throws {
        try await serving(wire, EchoService.router()) { (client, _) async throws in
            #expect(try await client.call(EchoService.echo, payload: [1, 2, 3]) == [1, 2, 3])
            #expect(try await client.call(EchoService.echo, payload: []) == [])
        }
    }

    @Test(arguments: Wire.allCases)
    func everyErrorArrives(wire: Wire) async throws {
        try await serving(wire, EchoService.router()) { (client, _) async throws in
            for code in StatusCode.allCases where code != .ok {
                let error = await failure { () async throws(RPCError) -> [UInt8] in
                    try await client.call(EchoService.fail, payload: [UInt8(code.rawValue)])
                }
                #expect(error?.code == code)
                #expect(error?.message == "failed on purpose: Küche")
            }
        }
    }

    @Test(arguments: Wire.allCases)
    func unknownMethodIsUnimplemented(wire: Wire) async throws {
        try await serving(wire, EchoService.router()) { (client, _) async throws in
            let error = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(MethodDescriptor(service: "test.Other", method: "Do"), payload: [])
            }
            #expect(error?.code == .unimplemented)
        }
    }

    @Test(arguments: Wire.allCases)
    func metadataAndPeerReachTheHandler(wire: Wire) async throws {
        let peers = Mutex<[String]>([])
        var router = Router()
        router.register(EchoService.echo) { (_, context) async throws(RPCError) -> [UInt8] in
            peers.withLock { $0.append(context.peer) }
            return Array((context.metadata["room-name"] ?? "none").utf8)
        }
        try await serving(wire, router) { (client, _) async throws in
            var client = client
            client.client.metadata["room-name"] = "Küche"
            #expect(try await client.call(EchoService.echo, payload: []) == Array("Küche".utf8))
        }
        let peer = try #require(peers.withLock { $0.first })
        #expect(wire == .inProcess ? peer == "in-process" : peer.hasPrefix("127.0.0.1:"))
    }

    @Test(arguments: Wire.allCases)
    func tooLargeRequestOrAnswerIsRefused(wire: Wire) async throws {
        var router = EchoService.router()
        let grow = MethodDescriptor(service: "test.Echo", method: "Grow")
        router.register(grow) { (_, _) async throws(RPCError) -> [UInt8] in
            [UInt8](repeating: 1, count: EnvelopeLimits.message)
        }
        try await serving(wire, router) { (client, rig) async throws in
            let large = [UInt8](repeating: 1, count: EnvelopeLimits.message + 1)
            for payload in [large, Array(large.dropLast())] {
                let error = await failure { () async throws(RPCError) -> [UInt8] in
                    try await client.call(EchoService.echo, payload: payload)
                }
                #expect(error?.code == .resourceExhausted)
            }
            let raw = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.roundTrip(large)
            }
            #expect(raw?.code == .resourceExhausted)
            let grown = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(grow, payload: [])
            }
            #expect(grown?.code == .resourceExhausted)
            let largest = [UInt8](repeating: 7, count: EnvelopeLimits.message - 100)
            #expect(try await client.call(EchoService.echo, payload: largest) == largest)
        }
    }

    @Test(arguments: Wire.allCases)
    func garbageIsAnswered(wire: Wire) async throws {
        var random = SimRandom(seed: 7)
        var garbage: [[UInt8]] = [[], [0], Array("GET / HTTP/1.1\r\n\r\n".utf8)]
        for length in [3, 20, 200, 4_000] {
            garbage.append((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        try await serving(wire, EchoService.router()) { [garbage] (client, rig) async throws in
            for bytes in garbage {
                let answer = try await client.roundTrip(bytes)
                #expect(try ResponseEnvelope(decoding: answer).status == .invalidArgument)
            }
            #expect(try await client.call(EchoService.echo, payload: [5]) == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func hundredCallsAtOnceGetTheirOwnAnswers(wire: Wire) async throws {
        try await serving(wire, EchoService.router()) { (client, _) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let payload = [UInt8](repeating: UInt8(number), count: number * 10)
                        return try await client.call(EchoService.echo, payload: payload) == payload
                    }
                }
                for try await right in group { #expect(right) }
            }
        }
    }
}
