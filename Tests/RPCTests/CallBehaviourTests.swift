import NNGMessaging
import RPC
import Synchronization
import Testing

/// What every request transport does, in process and over TCP.
@Suite struct CallBehaviourTests {
    static let echo = MethodDescriptor(service: "test.Echo", method: "Echo")
    static let wait = MethodDescriptor(service: "test.Echo", method: "Wait")
    static let fail = MethodDescriptor(service: "test.Echo", method: "Fail")

    /// Waits until it is cancelled.
    static func waitForCancellation(_ begun: Signal, _ ended: Signal) -> CallHandler {
        { (_, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            await Signal().wait()
            ended.raise()
            throw RPCError(.cancelled, "stopped")
        }
    }

    static func router(begun: Signal = Signal(), ended: Signal = Signal()) -> Router {
        var router = Router()
        router.register(echo) { (payload, _) async throws(RPCError) -> [UInt8] in payload }
        router.register(wait, handler: waitForCancellation(begun, ended))
        router.register(fail) { (payload, _) async throws(RPCError) -> [UInt8] in
            throw RPCError(StatusCode(rawValue: UInt32(payload[0])) ?? .unknown, "failed on purpose: Küche")
        }
        return router
    }

    @Test(arguments: Wire.allCases)
    func callIsAnswered(wire: Wire) async throws {
        try await serving(wire, Self.router()) { (client, _) async throws in
            #expect(try await client.call(Self.echo, payload: [1, 2, 3]) == [1, 2, 3])
            #expect(try await client.call(Self.echo, payload: []) == [])
            #expect(try await client.call(Self.echo, Text("typed"), returning: Text.self) == Text("typed"))
        }
    }

    @Test(arguments: Wire.allCases)
    func everyErrorArrives(wire: Wire) async throws {
        try await serving(wire, Self.router()) { (client, _) async throws in
            for code in StatusCode.allCases where code != .ok {
                let error = await failure { () async throws(RPCError) -> [UInt8] in
                    try await client.call(Self.fail, payload: [UInt8(code.rawValue)])
                }
                #expect(error?.code == code)
                #expect(error?.message == "failed on purpose: Küche")
            }
        }
    }

    @Test(arguments: Wire.allCases)
    func unknownMethodIsUnimplemented(wire: Wire) async throws {
        try await serving(wire, Self.router()) { (client, _) async throws in
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
        router.register(Self.echo) { (_, context) async throws(RPCError) -> [UInt8] in
            peers.withLock { $0.append(context.peer) }
            return Array((context.metadata["room-name"] ?? "none").utf8)
        }
        try await serving(wire, router) { (client, _) async throws in
            var client = client
            client.metadata["room-name"] = "Küche"
            #expect(try await client.call(Self.echo, payload: []) == Array("Küche".utf8))
        }
        let peer = try #require(peers.withLock { $0.first })
        #expect(wire == .inProcess ? peer == "in-process" : peer.hasPrefix("127.0.0.1:"))
    }

    @Test(arguments: Wire.allCases)
    func deadlineEndsCallAndHandler(wire: Wire) async throws {
        let ended = Signal()
        try await serving(wire, Self.router(ended: ended)) { (client, _) async throws in
            let error = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(Self.wait, payload: [], timeout: .milliseconds(50))
            }
            #expect(error?.code == .deadlineExceeded)
            await ended.wait()
            #expect(try await client.call(Self.echo, payload: [5]) == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func cancelledCallEnds(wire: Wire) async throws {
        let begun = Signal()
        try await serving(wire, Self.router(begun: begun)) { (client, rig) async throws in
            let code = await withTaskGroup(of: StatusCode?.self) { group in
                group.addTask {
                    await failure { () async throws(RPCError) -> [UInt8] in
                        try await client.call(Self.wait, payload: [])
                    }?.code
                }
                await begun.wait()
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(code == .cancelled)
            #expect(try await client.call(Self.echo, payload: [5]) == [5])
            rig.server.beginGracefulShutdown()
        }
    }

    @Test(arguments: Wire.allCases)
    func callOfACancelledTaskFailsAtOnce(wire: Wire) async throws {
        try await serving(wire, Self.router()) { (client, _) async throws in
            let code = await withTaskGroup(of: StatusCode?.self) { group in
                group.cancelAll()
                group.addTask {
                    await failure { () async throws(RPCError) -> [UInt8] in
                        try await client.call(Self.wait, payload: [])
                    }?.code
                }
                return await group.next() ?? nil
            }
            #expect(code == .cancelled)
        }
    }

    @Test(arguments: Wire.allCases)
    func tooLargeRequestOrAnswerIsRefused(wire: Wire) async throws {
        var router = Self.router()
        let grow = MethodDescriptor(service: "test.Echo", method: "Grow")
        router.register(grow) { (_, _) async throws(RPCError) -> [UInt8] in
            [UInt8](repeating: 1, count: EnvelopeLimits.message)
        }
        try await serving(wire, router) { (client, rig) async throws in
            let large = [UInt8](repeating: 1, count: EnvelopeLimits.message + 1)
            for payload in [large, Array(large.dropLast())] {
                let error = await failure { () async throws(RPCError) -> [UInt8] in
                    try await client.call(Self.echo, payload: payload)
                }
                #expect(error?.code == .resourceExhausted)
            }
            let raw = await failure { () async throws(RPCError) -> [UInt8] in
                try await rig.transport.roundTrip(large, timeout: Wire.patience)
            }
            #expect(raw?.code == .resourceExhausted)
            let grown = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(grow, payload: [])
            }
            #expect(grown?.code == .resourceExhausted)
            let largest = [UInt8](repeating: 7, count: EnvelopeLimits.message - 100)
            #expect(try await client.call(Self.echo, payload: largest) == largest)
        }
    }

    @Test(arguments: Wire.allCases)
    func garbageIsAnswered(wire: Wire) async throws {
        var random = SplitMix(state: 7)
        var garbage: [[UInt8]] = [[], [0], Array("GET / HTTP/1.1\r\n\r\n".utf8)]
        for length in [3, 20, 200, 4_000] {
            garbage.append((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        try await serving(wire, Self.router()) { [garbage] (client, rig) async throws in
            for bytes in garbage {
                let answer = try await rig.transport.roundTrip(bytes, timeout: Wire.patience)
                #expect(try ResponseEnvelope(decoding: answer).status == .invalidArgument)
            }
            #expect(try await client.call(Self.echo, payload: [5]) == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func hundredCallsAtOnceGetTheirOwnAnswers(wire: Wire) async throws {
        try await serving(wire, Self.router()) { (client, _) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let payload = [UInt8](repeating: UInt8(number), count: number * 10)
                        return try await client.call(Self.echo, payload: payload) == payload
                    }
                }
                for try await right in group { #expect(right) }
            }
        }
    }

    @Test(arguments: Wire.allCases)
    func clientWorksAgainAfterTheServersRestart(wire: Wire) async throws {
        let router = Self.router()
        let rig = try await CallRig.make(wire)
        let client = RPCClient(transport: rig.transport, timeout: Wire.patience)
        for server in [rig.server, nil] {
            let server = try server ?? rig.replace()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await server.run { await router.handle($0, peer: $1) } }
                defer { server.beginGracefulShutdown() }
                // The first call may still meet the old connection.
                while await failure({ () async throws(RPCError) in try await client.call(Self.echo, payload: []) })
                    != nil
                {}
                let answer = try await client.call(Self.echo, payload: [5])
                #expect(answer == [5])
            }
            let gone = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(Self.echo, payload: [], timeout: .milliseconds(50))
            }
            #expect(gone?.code == .unavailable)
        }
    }

    @Test(arguments: Wire.allCases)
    func callInProgressIsAnsweredAtShutdown(wire: Wire) async throws {
        let (begun, goOn) = (Signal(), Signal())
        var router = Router()
        router.register(Self.echo) { (payload, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            await goOn.wait()
            return payload
        }
        try await serving(wire, router) { (client, rig) async throws in
            async let answer = client.call(Self.echo, payload: [5])
            await begun.wait()
            rig.server.beginGracefulShutdown()
            goOn.raise()
            #expect(try await answer == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func closingEndsCallsThatWait(wire: Wire) async throws {
        let begun = Signal()
        try await serving(wire, Self.router(begun: begun)) { (client, rig) async throws in
            async let error = failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(Self.wait, payload: [])
            }
            await begun.wait()
            rig.transport.close()
            rig.transport.close()
            #expect(await error?.code == .unavailable)
            let next = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(Self.echo, payload: [])
            }
            #expect(next?.code == .unavailable)
            rig.server.beginGracefulShutdown()
        }
    }

    @Test(arguments: Wire.allCases)
    func requestsBeforeTheServerRunsAreServed(wire: Wire) async throws {
        let rig = try await CallRig.make(wire)
        let router = Self.router()
        async let answer = RPCClient(transport: rig.transport, timeout: Wire.patience).call(Self.echo, payload: [9])
        async let run: Void = rig.server.run { await router.handle($0, peer: $1) }
        #expect(try await answer == [9])
        rig.server.beginGracefulShutdown()
        await run
    }

    @Test(arguments: Wire.allCases)
    func cancellingTheServerEndsIt(wire: Wire) async throws {
        let begun = Signal()
        let router = Self.router(begun: begun)
        let rig = try await CallRig.make(wire)
        let client = RPCClient(transport: rig.transport, timeout: Wire.patience)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await rig.server.run { await router.handle($0, peer: $1) } }
            if wire == .nng {
                group.addTask {
                    _ = await failure { () async throws(RPCError) -> [UInt8] in
                        try await client.call(Self.wait, payload: [])
                    }
                }
                await begun.wait()
            }
            group.cancelAll()
        }
    }
}
