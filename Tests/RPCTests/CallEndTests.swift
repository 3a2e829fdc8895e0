import RPC
import Testing

/// How calls, connections and servers begin and end with every request transport, in process and over TCP.
@Suite struct CallEndTests {
    @Test(arguments: Wire.allCases)
    func requestsBeforeTheServerRunsAreServed(wire: Wire) async throws {
        let rig = try await CallRig.make(wire)
        let router = EchoService.router()
        async let answer = rig.client.call(EchoService.echo, payload: [9])
        async let run: Void = rig.server.run { await router.handle($0, peer: $1) }
        #expect(try await answer == [9])
        rig.server.beginGracefulShutdown()
        await run
    }

    @Test(arguments: Wire.allCases)
    func deadlineEndsCallAndHandler(wire: Wire) async throws {
        let ended = Signal()
        try await serving(wire, EchoService.router(ended: ended)) { (client, _) async throws in
            let error = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(EchoService.wait, payload: [], timeout: .milliseconds(50))
            }
            #expect(error?.code == .deadlineExceeded)
            await ended.wait()
            #expect(try await client.call(EchoService.echo, payload: [5]) == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func lateAnswerIsNotTakenForTheNextCalls(wire: Wire) async throws {
        let (begun, goOn) = (Signal(), Signal())
        var router = EchoService.router()
        let slow = MethodDescriptor(service: "test.Echo", method: "Slow")
        router.register(slow) { (payload, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            // Does not obey cancellation, so that its answer comes when the caller has given up.
            while !goOn.isRaised { await Task.yield() }
            return payload
        }
        try await serving(wire, router) { (client, _) async throws in
            let late = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(slow, payload: [1], timeout: .milliseconds(30))
            }
            #expect(late?.code == .deadlineExceeded)
            await begun.wait()
            goOn.raise()
            for number in 2..<20 {
                let method = number % 2 == 0 ? slow : EchoService.echo
                #expect(try await client.call(method, payload: [UInt8(number)]) == [UInt8(number)])
            }
        }
    }

    @Test(arguments: Wire.allCases)
    func reconnectingEndsCallsThatWait(wire: Wire) async throws {
        let begun = Signal()
        try await serving(wire, EchoService.router(begun: begun)) { (client, rig) async throws in
            async let error = failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(EchoService.wait, payload: [])
            }
            await begun.wait()
            rig.transport.reconnect()
            #expect(await error?.code == .unavailable)
            #expect(try await client.call(EchoService.echo, payload: [5]) == [5])
            rig.server.beginGracefulShutdown()
        }
    }

    @Test(arguments: Wire.allCases)
    func closingEndsCallsThatWait(wire: Wire) async throws {
        let begun = Signal()
        try await serving(wire, EchoService.router(begun: begun)) { (client, rig) async throws in
            async let error = failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(EchoService.wait, payload: [])
            }
            await begun.wait()
            rig.transport.close()
            rig.transport.close()
            #expect(await error?.code == .unavailable)
            let next = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(EchoService.echo, payload: [])
            }
            #expect(next?.code == .unavailable)
            rig.server.beginGracefulShutdown()
        }
    }

    @Test(arguments: Wire.allCases)
    func clientWorksAgainAfterTheServersRestart(wire: Wire) async throws {
        let router = EchoService.router()
        let rig = try await CallRig.make(wire)
        let client = rig.client
        for server in [rig.server, nil] {
            let server = try server ?? rig.replace()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await server.run { await router.handle($0, peer: $1) } }
                defer { server.beginGracefulShutdown() }
                // The first call may still meet the old connection.
                while await failure({ () async throws(RPCError) in try await client.call(EchoService.echo, payload: [])
                })
                    != nil
                {}
                let answer = try await client.call(EchoService.echo, payload: [5])
                #expect(answer == [5])
            }
            let gone = await failure { () async throws(RPCError) -> [UInt8] in
                try await client.call(EchoService.echo, payload: [], timeout: .milliseconds(50))
            }
            #expect(gone?.code == .unavailable)
        }
    }

    @Test(arguments: Wire.allCases)
    func callInProgressIsAnsweredAtShutdown(wire: Wire) async throws {
        let (begun, goOn) = (Signal(), Signal())
        var router = Router()
        router.register(EchoService.echo) { (payload, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            await goOn.wait()
            return payload
        }
        try await serving(wire, router) { (client, rig) async throws in
            async let answer = client.call(EchoService.echo, payload: [5])
            await begun.wait()
            rig.server.beginGracefulShutdown()
            goOn.raise()
            #expect(try await answer == [5])
        }
    }

    @Test(arguments: Wire.allCases)
    func cancellingTheServerEndsIt(wire: Wire) async throws {
        let begun = Signal()
        let router = EchoService.router(begun: begun)
        let rig = try await CallRig.make(wire)
        let client = rig.client
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await rig.server.run { await router.handle($0, peer: $1) } }
            if wire == .nng {
                group.addTask {
                    _ = await failure { () async throws(RPCError) -> [UInt8] in
                        try await client.call(EchoService.wait, payload: [])
                    }
                }
                await begun.wait()
            }
            group.cancelAll()
        }
    }
}
