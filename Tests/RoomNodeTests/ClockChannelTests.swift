import AudioCore
import ClockChannel
import Glibc
import LinuxSystem
import SyncCore
import Testing
import WireFormat

/// Both ends of the clock channel over this machine's loopback, each against packets of the test's own.
@Suite struct ClockChannelTests {
    /// A UDP socket on a port that the system chooses.
    private final class Socket {
        let descriptor: Int32
        let port: UInt16
        private var sender = sockaddr_in()

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let code = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            try #require(code == 0)
        }

        deinit { close(descriptor) }

        func receive() throws -> [UInt8] {
            try #require(Poll.wait(for: [descriptor], timeout: .seconds(10)) == 1)
            var bytes = [UInt8](repeating: 0, count: 256)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = withUnsafeMutablePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    recvfrom(descriptor, &bytes, bytes.count, 0, pointer, &length)
                }
            }
            return Array(bytes.prefix(max(0, count)))
        }

        /// To whom the last packet came from.
        func answer(_ bytes: [UInt8]) {
            var sender = sender
            _ = withUnsafePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    sendto(descriptor, bytes, bytes.count, 0, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    private func bytes(_ encode: (UnsafeMutableRawBufferPointer) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: ClockPacket.size)
        bytes.withUnsafeMutableBytes { encode($0) }
        return bytes
    }

    private func request(at socket: Socket) throws -> ClockRequest {
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
        return bytes { reply.encode(into: $0) }
    }

    /// Waits until an answer is there; what is no answer is passed over by `receive` itself.
    private func answer(_ requester: ClockRequester) throws -> ClockAnswer {
        while true {
            try #require(Poll.wait(for: [requester.fileDescriptor], timeout: .seconds(10)) == 1)
            if let answer = requester.receive() { return answer }
        }
    }

    @Test func anExchangeIsCompleteWithTheNextReply() throws {
        let socket = try Socket()
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

    @Test func aReplysSendTimeThatCannotBeIsNotBelieved() throws {
        let socket = try Socket()
        let requester = try ClockRequester(host: "127.0.0.1", port: socket.port, session: 9)
        requester.request(audioPort: 0)
        socket.answer(reply(to: try request(at: socket), at: 1_000))
        _ = try answer(requester)
        requester.request(audioPort: 0)
        socket.answer(reply(to: try request(at: socket), at: 9_000, previousSent: 60_000_000_000))
        #expect(try answer(requester).exchange?.replied == Instant(nanoseconds: 1_010))
    }

    @Test func whatIsNoAnswerToARequestUnderWayIsPassedOver() throws {
        let socket = try Socket()
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

    @Test func aPortInUseIsToldWithARemedy() throws {
        let socket = try Socket()
        let error = #expect(throws: SystemError.self) {
            try ClockResponder(host: "127.0.0.1", port: socket.port, session: 1) { _ in 0 }
        }
        #expect(error?.description.contains("choose another port with --port") == true)
    }
}
