import AudioCore
import LinuxSystem
import SyncCore
import TestSupport
import Testing
import WireFormat

@testable import ClockChannel

/// The coordinator's end of the clock channel over this machine's loopback, against packets of the test's own.
@Suite struct ClockResponderTests {
    private static func request(_ nonce: UInt64, previous: UInt64 = 0, audioPort: UInt32 = 0) -> [UInt8] {
        let request = ClockRequest(
            nonce: nonce,
            session: 5,
            sent: Instant(nanoseconds: 123),
            previousNonce: previous,
            audioPort: audioPort
        )
        return packet { request.encode(into: $0) }
    }

    private static func reply(at socket: LoopbackSocket) throws -> ClockReply {
        try socket.receive().withUnsafeBytes { try ClockReply(decoding: $0) }
    }

    /// Calls `body` with the port of a responder that runs meanwhile: session 9, and an audio port's revision is its
    /// number.
    private func answering(
        on host: String = "127.0.0.1",
        _ body: @escaping @Sendable (UInt16) throws -> Void
    ) async throws {
        let port = try LoopbackSocket().port
        let responder = try ClockResponder(host: host, port: port, session: 9) { UInt64($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await responder.run() }
            defer { responder.beginGracefulShutdown() }
            try await onThread { try body(port) }
        }
    }

    @Test func aRequestIsAnsweredWithItsOwnNonceAndTheTimes() async throws {
        try await answering { port in
            let socket = try LoopbackSocket()
            let before = MonotonicClock<CoordinatorClock>.now()
            socket.send(Self.request(77, audioPort: 7_711), to: port)
            let reply = try Self.reply(at: socket)
            #expect(reply.nonce == 77)
            #expect(reply.session == 9)
            #expect(reply.requestSent == Instant(nanoseconds: 123))
            #expect(reply.timelineRevision == 7_711)
            #expect(before <= reply.requestReceived)
            #expect(reply.requestReceived <= reply.replySent)
            #expect(reply.replySent <= MonotonicClock<CoordinatorClock>.now())
        }
    }

    /// A machine with two addresses on one network would answer from the other one, and a room takes answers from where
    /// it asked.
    @Test(arguments: ["0.0.0.0", "::"])
    func theAddressThatWasAskedAnswers(listening host: String) async throws {
        try await answering(on: host) { port in
            for address in ["127.0.0.1", "127.0.0.2"] + (host == "::" ? ["::1"] : []) {
                let requester = try ClockRequester(host: address, port: port, session: 9)
                requester.request(audioPort: 7_711)
                var answer: ClockAnswer?
                while answer == nil {
                    // As long as `LoopbackSocket` waits, and for the same reason.
                    let ready = Poll.wait(for: [requester.fileDescriptor], timeout: .seconds(600))
                    try #require(ready == 1, "no answer from \(address)")
                    answer = requester.receive()
                }
                #expect(answer?.timelineRevision == 7_711)
            }
        }
    }

    @Test func whatIsNoRequestIsPassedOver() async throws {
        try await answering { port in
            let socket = try LoopbackSocket()
            let request = Self.request(1)
            var foreign = request
            foreign[0] ^= 0xFF
            let aReply = ClockReply(
                answering: try request.withUnsafeBytes { try ClockRequest(decoding: $0) },
                session: 9,
                requestReceived: Instant(nanoseconds: 1),
                replySent: Instant(nanoseconds: 2),
                timelineRevision: 3
            )
            for bytes in [
                [], [0], Array(request.dropLast()), request + [0], foreign, packet { aReply.encode(into: $0) },
                [UInt8](repeating: 0xA5, count: 300),
            ] {
                socket.send(bytes, to: port)
            }
            socket.send(Self.request(2), to: port)
            #expect(try Self.reply(at: socket).nonce == 2)
        }
    }

    @Test func anEarlierReplysTimeIsToldOnlyToWhoNamesItsNonce() async throws {
        try await answering { port in
            let socket = try LoopbackSocket()
            socket.send(Self.request(40), to: port)
            let first = try Self.reply(at: socket)
            #expect(first.previousSent == nil)
            // Another nonce in the same place of the responder's table, and one that was never asked with.
            for foreign in [40 + UInt64(ReplyTimes.capacity), 41] {
                socket.send(Self.request(50, previous: foreign), to: port)
                #expect(try Self.reply(at: socket).previousSent == nil)
            }
            socket.send(Self.request(60, previous: 40), to: port)
            // Nil where the kernel does not tell when it sent.
            if let sent = try Self.reply(at: socket).previousSent { #expect(sent >= first.replySent) }
        }
    }

    @Test func everyRequestOfABurstIsAnswered() async throws {
        try await answering { port in
            let sockets = try (0..<4).map { _ in try LoopbackSocket() }
            for round in 0..<16 {
                for (index, socket) in sockets.enumerated() {
                    socket.send(Self.request(UInt64(1 + round * 4 + index), audioPort: UInt32(index)), to: port)
                }
            }
            for (index, socket) in sockets.enumerated() {
                for round in 0..<16 {
                    let reply = try Self.reply(at: socket)
                    #expect(reply.nonce == UInt64(1 + round * 4 + index))
                    #expect(reply.timelineRevision == UInt32(index))
                }
            }
        }
    }

    @Test func aFloodIsAnsweredInBurstsWithTimeForOthersBetween() throws {
        let port = try LoopbackSocket().port
        let responder = try ClockResponder(host: "127.0.0.1", port: port, session: 9) { _ in 0 }
        let socket = try LoopbackSocket()
        let count = ClockResponder.burst + 10
        for nonce in 1...count { socket.send(Self.request(UInt64(nonce)), to: port) }
        var (replyTimes, bytes) = (ReplyTimes(), [UInt8](repeating: 0, count: 256))
        func answer() -> Bool { bytes.withUnsafeMutableBytes { responder.answerBurst($0, &replyTimes) } }
        #expect(!answer())
        for nonce in 1...ClockResponder.burst { #expect(try Self.reply(at: socket).nonce == UInt64(nonce)) }
        #expect(Poll.wait(for: [socket.descriptor], timeout: .zero) == 0)
        #expect(answer())
        for nonce in ClockResponder.burst + 1...count { #expect(try Self.reply(at: socket).nonce == UInt64(nonce)) }
    }

    @Test func cancellationEndsIt() async throws {
        let port = try LoopbackSocket().port
        let responder = try ClockResponder(host: "127.0.0.1", port: port, session: 9) { _ in 0 }
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await responder.run() }
            group.cancelAll()
        }
    }

    @Test func aPortInUseIsToldWithARemedy() throws {
        let socket = try LoopbackSocket()
        let error = #expect(throws: SystemError.self) {
            try ClockResponder(host: "127.0.0.1", port: socket.port, session: 1) { _ in 0 }
        }
        #expect(error?.description.contains("choose another port with --port") == true)
    }
}

@Suite struct ReplyTimesTests {
    @Test func aTimeIsKeptUntilItsPlaceIsTaken() {
        var times = ReplyTimes()
        #expect(times[3] == nil)
        times.set(3, 100)
        times.set(4, 200)
        #expect(times[3] == Instant(nanoseconds: 100))
        let later = 3 + UInt64(ReplyTimes.capacity)
        #expect(times[later] == nil)
        times.set(later, 300)
        #expect(times[3] == nil)
        #expect(times[later] == Instant(nanoseconds: 300))
        #expect(times[4] == Instant(nanoseconds: 200))
    }

    /// 0 stands for no earlier reply.
    @Test func zeroIsNobodysNonce() {
        var times = ReplyTimes()
        #expect(times[0] == nil)
        times.set(0, 100)
        #expect(times[0] == nil)
    }
}
