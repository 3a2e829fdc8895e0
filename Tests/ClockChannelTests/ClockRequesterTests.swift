import AudioCore
import ClockChannel
import LinuxSystem
import SyncCore
import Testing
import WireFormat

/// The room's end of the clock channel over this machine's loopback, against packets of the test's own.
@Suite struct ClockRequesterTests {
    private func request(at socket: LoopbackSocket) throws -> ClockRequest {
        let packet = try socket.receive()
        return try packet.withUnsafeBytes { try ClockRequest(decoding: $0) }
    }

    private func reply(
        to request: ClockRequest,
        session: UInt64 = 9,
        at time: Int64,
        revision: UInt64 = 0,
        previousSent: Int64? = nil
    ) -> [UInt8] {
        let reply = ClockReply(
            answering: request,
            session: session,
            requestReceived: Instant(nanoseconds: time),
            replySent: Instant(nanoseconds: time + 10),
            timelineRevision: revision,
            previousSent: previousSent.map { Instant(nanoseconds: $0) }
        )
        return packet { reply.encode(into: $0) }
    }

    /// Waits until an answer is there; what is no answer is passed over by `receive` itself.
    private func answer(_ requester: ClockRequester) throws -> ClockAnswer {
        while true {
            try #require(Poll.wait(for: [requester.fileDescriptor], timeout: .seconds(60)) == 1)
            if let answer = requester.receive() { return answer }
        }
    }

    /// A requester whose first request was answered at 1,000, and whose second is under way.
    private func askedAgain() throws -> (LoopbackSocket, ClockRequester) {
        let socket = try LoopbackSocket()
        let requester = try ClockRequester(host: "127.0.0.1", port: socket.port, session: 9)
        requester.request(audioPort: 0)
        socket.answer(reply(to: try request(at: socket), at: 1_000))
        _ = try answer(requester)
        requester.request(audioPort: 0)
        return (socket, requester)
    }

    @Test func anExchangeIsCompleteWithTheNextReply() throws {
        let socket = try LoopbackSocket()
        let requester = try ClockRequester(host: "127.0.0.1", port: socket.port, session: 9)
        requester.request(audioPort: 7_711)
        let first = try request(at: socket)
        #expect(first.session == 9)
        #expect(first.audioPort == 7_711)
        #expect(first.previousNonce == 0)
        socket.answer(reply(to: first, at: 1_000, revision: 4))
        let incomplete = try answer(requester)
        #expect(incomplete.exchange == nil)
        #expect(incomplete.timelineRevision == 4)
        requester.request(audioPort: 7_711)
        let second = try request(at: socket)
        #expect(second.previousNonce == first.nonce)
        socket.answer(reply(to: second, at: 9_000, previousSent: 1_030))
        let exchange = try #require(try answer(requester).exchange)
        #expect(exchange.received == Instant(nanoseconds: 1_000))
        // When it really left, as the second reply tells.
        #expect(exchange.replied == Instant(nanoseconds: 1_030))
        #expect(exchange.sent < exchange.returned)
    }

    /// Replies have overtaken each other: the third tells when that to the first was sent.
    @Test func theSendTimeOfOneReplyIsNotTakenForThatOfAnother() throws {
        let (socket, requester) = try askedAgain()
        let second = try request(at: socket)
        requester.request(audioPort: 0)
        let third = try request(at: socket)
        socket.answer(reply(to: third, at: 500))
        #expect(try answer(requester).exchange?.received == Instant(nanoseconds: 1_000))
        socket.answer(reply(to: second, at: 900, previousSent: 1_030))
        let exchange = try #require(try answer(requester).exchange)
        #expect(exchange.received == Instant(nanoseconds: 500))
        #expect(exchange.replied == Instant(nanoseconds: 510))
    }

    @Test func aReplysSendTimeThatCannotBeIsNotBelieved() throws {
        let (socket, requester) = try askedAgain()
        socket.answer(reply(to: try request(at: socket), at: 9_000, previousSent: 60_000_000_000))
        #expect(try answer(requester).exchange?.replied == Instant(nanoseconds: 1_010))
    }

    @Test func whatIsNoAnswerToARequestUnderWayIsPassedOver() throws {
        let socket = try LoopbackSocket()
        let requester = try ClockRequester(host: "127.0.0.1", port: socket.port, session: 9)
        requester.request(audioPort: 0)
        let asked = try request(at: socket)
        var stranger = asked
        stranger.nonce = asked.nonce &+ 1
        socket.answer([1, 2, 3])
        socket.answer(reply(to: asked, session: 8, at: 1))
        socket.answer(reply(to: stranger, at: 2))
        socket.answer(reply(to: asked, at: 3, revision: 33))
        // The same once more, as a network may.
        socket.answer(reply(to: asked, at: 3, revision: 44))
        #expect(try answer(requester).timelineRevision == 33)
        requester.request(audioPort: 0)
        socket.answer(reply(to: try request(at: socket), at: 5, revision: 55))
        #expect(try answer(requester).timelineRevision == 55)
        #expect(requester.receive() == nil)
    }

    @Test func aNameThatDoesNotResolveIsToldWithItsAddress() {
        let error = #expect(throws: SystemError.self) {
            try ClockRequester(host: "no.such.name.invalid", port: 7_710, session: 1)
        }
        #expect(error?.description.contains("no.such.name.invalid") == true)
    }
}
