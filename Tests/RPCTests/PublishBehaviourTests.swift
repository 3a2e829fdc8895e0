import NNGMessaging
import RPC
import Testing

/// What every publisher and subscriber does, in process and over TCP.
@Suite struct PublishBehaviourTests {
    @Test(arguments: Wire.allCases)
    func messagesArriveInOrderAtEverySubscriber(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let (one, two) = (try await rig.connected(), try await rig.connected())
        for number in 0..<100 { try rig.publisher.publish("\(number)") }
        for subscriber in [one, two] {
            for number in 0..<100 { #expect(try await subscriber.text() == "\(number)") }
        }
    }

    @Test(arguments: Wire.allCases)
    func slowSubscriberLosesTheOldestAndDisturbsNobody(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let (slow, quick) = (try await rig.connected(queue: 8), try await rig.connected(queue: 128))
        for number in 0..<1_000 {
            try rig.publisher.publish("\(number)")
            #expect(try await quick.text() == "\(number)")
        }
        try rig.publisher.publish("end")
        #expect(try await quick.text() == "end")
        // The slow one's messages may be on their way still; what is there is the newest, in order.
        var received: [Int] = []
        while case let text = try await slow.text(), text != "end" { received.append(try #require(Int(text))) }
        #expect(zip(received, received.dropFirst()).allSatisfy(<))
    }

    @Test(arguments: Wire.allCases)
    func silenceIsNothingToReceive(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        #expect(try subscriber.receive() == nil)
        let error = await failure { () async throws(RPCError) -> [UInt8] in
            try await subscriber.next(timeout: .milliseconds(20))
        }
        #expect(error?.code == .deadlineExceeded)
        try rig.publisher.publish("after")
        #expect(try await subscriber.text() == "after")
    }

    @Test(arguments: Wire.allCases)
    func closingWakesAThreadThatPollsAndIsSeenByThePublisher(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        async let error = failure { () async throws(RPCError) -> [UInt8] in try await subscriber.next() }
        await Task.yield()
        subscriber.close()
        #expect(await error?.code == .unavailable)
        while rig.publisher.subscriberCount > 0 { await Task.yield() }
        try rig.publisher.publish("to nobody")
        rig.publisher.close()
        #expect(throws: RPCError.self) { try rig.publisher.publish("closed") }
    }

    @Test(arguments: Wire.allCases)
    func subscriberIsReadableWhileThereAreMessages(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        #expect(try subscriber.receive() == nil)
        for number in 0..<3 { try rig.publisher.publish("\(number)") }
        for number in 0..<3 { #expect(try await subscriber.text() == "\(number)") }
        #expect(try subscriber.receive() == nil)
        #expect(!subscriber.isReadable())
    }
}
