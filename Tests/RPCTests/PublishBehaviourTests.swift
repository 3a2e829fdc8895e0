import Glibc
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
    func silenceIsDeadlineExceeded(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        let error = await failure { () async throws(RPCError) -> [UInt8] in
            try await subscriber.receive(timeout: .milliseconds(20))
        }
        #expect(error?.code == .deadlineExceeded)
        try rig.publisher.publish("after")
        #expect(try await subscriber.text() == "after")
    }

    @Test(arguments: Wire.allCases)
    func waitingIsCancellable(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        let code = await withTaskGroup(of: StatusCode?.self) { group in
            group.addTask {
                await failure { () async throws(RPCError) -> [UInt8] in
                    try await subscriber.receive(timeout: Wire.patience)
                }?.code
            }
            await Task.yield()
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(code == .cancelled)
        try rig.publisher.publish("after")
        #expect(try await subscriber.text() == "after")
    }

    @Test(arguments: Wire.allCases)
    func closingEndsWaitingAndIsSeenByThePublisher(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try await rig.connected()
        async let error = failure { () async throws(RPCError) -> [UInt8] in
            try await subscriber.receive(timeout: Wire.patience)
        }
        await Task.yield()
        subscriber.close()
        #expect(await error?.code == .unavailable)
        while rig.publisher.subscriberCount > 0 { await Task.yield() }
        try rig.publisher.publish("to nobody")
        rig.publisher.close()
        #expect(throws: RPCError.self) { try rig.publisher.publish("closed") }
    }

    @Test(arguments: Wire.allCases)
    func pollableSubscriberIsReadableWhileThereAreMessages(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try rig.pollable()
        while rig.publisher.subscriberCount == 0 { await Task.yield() }
        #expect(try subscriber.receive() == nil)
        for number in 0..<3 { try rig.publisher.publish("\(number)") }
        let received = await onThread {
            var received: [String] = []
            while received.count < 3 {
                Self.waitUntilReadable(subscriber.fileDescriptor)
                while let message = try? subscriber.receive() {
                    received.append(String(decoding: message, as: UTF8.self))
                }
            }
            return received
        }
        #expect(received == ["0", "1", "2"])
        #expect(!Self.isReadable(subscriber.fileDescriptor))
    }

    @Test(arguments: Wire.allCases)
    func closingWakesAThreadThatPolls(wire: Wire) async throws {
        let rig = try PublishRig.make(wire)
        let subscriber = try rig.pollable()
        while rig.publisher.subscriberCount == 0 { await Task.yield() }
        async let ended = onThread {
            Self.waitUntilReadable(subscriber.fileDescriptor)
            do throws(RPCError) {
                return try subscriber.receive() == nil ? StatusCode.ok : nil
            } catch {
                return error.code
            }
        }
        await Task.yield()
        subscriber.close()
        #expect(await ended == .unavailable)
    }

    static func waitUntilReadable(_ descriptor: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&watched, 1, -1) < 0 {}
    }

    static func isReadable(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) > 0
    }
}
