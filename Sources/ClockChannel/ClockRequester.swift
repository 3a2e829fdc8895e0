import AudioCore
private import CLinux
private import Glibc
package import LinuxSystem
package import SyncCore
private import WireFormat

/// The room's UDP socket to the coordinator's clock. Send and receive times are the kernel's where it tells them, so
/// that neither waking a thread nor a system call is part of a delay.
package final class ClockRequester: ClockExchanging {
    private struct Request {
        var nonce: UInt64 = 0
        var sent = Instant<NodeClock>(nanoseconds: 0)
        /// It asked when the reply to this one was really sent.
        var asked: UInt64 = 0
    }

    package let fileDescriptor: Int32
    private let session: UInt64
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
    /// The last 64; a reply to an older one is ignored, as is a second reply to the same one.
    private var requests = [Request](repeating: Request(), count: 64)
    private var next = 0
    /// The newest exchange, whose reply's send time the next reply will tell.
    private var pending: (nonce: UInt64, exchange: ClockExchange)?
    private var generator = SystemRandomNumberGenerator()
    private static let mostAtOnce = 64
    /// A reply cannot leave later than this after its time was read: what is later is not believed.
    private static let longestSend = Interval.milliseconds(20)

    /// - Parameter session: replies of other sessions are ignored.
    /// - Throws: where the name does not resolve or there is no route.
    package init(host: String, port: UInt16, session: UInt64) throws(SystemError) {
        var reason: UnsafePointer<CChar>?
        var code: Int32 = 0
        fileDescriptor = tutti_udp_open(host, port, 0, &reason, &code)
        self.session = session
        guard fileDescriptor >= 0 else {
            buffer.deallocate()
            let why = reason.map { String(cString: $0) } ?? "unknown"
            throw SystemError("cannot reach the clock of \(host) port \(port) (\(why))", code: code)
        }
    }

    deinit {
        if fileDescriptor >= 0 {
            close(fileDescriptor)
            buffer.deallocate()
        }
    }

    package func request(audioPort: UInt16) {
        let nonce = max(1, generator.next() as UInt64)
        let asked = pending?.nonce ?? 0
        let sent = MonotonicClock<NodeClock>.now()
        ClockRequest(
            nonce: nonce,
            session: session,
            sent: sent,
            previousNonce: asked,
            audioPort: UInt32(audioPort)
        ).encode(into: buffer)
        guard tutti_udp_send(fileDescriptor, buffer.baseAddress, ClockPacket.size, nil) >= 0 else { return }
        let exact = tutti_udp_sent_time(fileDescriptor, sent.nanoseconds)
        requests[next] = Request(nonce: nonce, sent: exact == 0 ? sent : Instant(nanoseconds: exact), asked: asked)
        next = (next + 1) % requests.count
    }

    package func receive() -> ClockAnswer? {
        // What somebody else sends in a flood waits until the engine has done its own work.
        for _ in 0..<Self.mostAtOnce {
            var received: Int64 = 0
            let length = tutti_udp_receive(fileDescriptor, buffer.baseAddress, buffer.count, nil, &received)
            guard length >= 0 else {
                // Send times that came too late for `request` would keep the descriptor ready.
                _ = tutti_udp_sent_time(fileDescriptor, .max)
                return nil
            }
            let packet = UnsafeRawBufferPointer(rebasing: buffer[..<length])
            guard let reply = try? ClockReply(decoding: packet), reply.session == session,
                let request = take(reply.nonce)
            else { continue }
            let complete = completed(by: reply, to: request)
            pending = (
                reply.nonce,
                ClockExchange(
                    sent: request.sent,
                    received: reply.requestReceived,
                    replied: reply.replySent,
                    returned: Instant(nanoseconds: received)
                )
            )
            return ClockAnswer(exchange: complete, timelineRevision: reply.timelineRevision)
        }
        return nil
    }

    /// The request of this nonce; it is not under way any more afterwards.
    private func take(_ nonce: UInt64) -> Request? {
        guard nonce != 0, let index = requests.firstIndex(where: { $0.nonce == nonce }) else { return nil }
        let request = requests[index]
        requests[index].nonce = 0
        return request
    }

    /// The exchange before `reply`, with the time at which its reply was really sent. Where replies overtake each
    /// other, or take longer than the next request, `reply` tells that of another one.
    private func completed(by reply: ClockReply, to request: Request) -> ClockExchange? {
        guard let pending else { return nil }
        var exchange = pending.exchange
        if let exact = reply.previousSent, request.asked == pending.nonce, exact >= exchange.replied,
            exact - exchange.replied < Self.longestSend
        {
            exchange.replied = exact
        }
        return exchange
    }
}
