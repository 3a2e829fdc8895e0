import AudioCore
private import CLinux
private import Glibc
package import LinuxSystem
package import SyncCore
private import WireFormat

/// The room's UDP socket to the coordinator's clock. Receive times are the kernel's.
package final class ClockRequester: ClockExchanging {
    package let fileDescriptor: Int32
    private let session: UInt64
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)

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

    package func request(nonce: UInt64) {
        // Read the time as late as possible, and in a warm cache: the header is written before.
        var request = ClockRequest(nonce: nonce, session: session, sent: MonotonicClock.now())
        request.encode(into: buffer)
        request.sent = MonotonicClock.now()
        request.encode(into: buffer)
        _ = tutti_udp_send(fileDescriptor, buffer.baseAddress, ClockPacket.size, nil)
    }

    package func receive() -> ClockAnswer? {
        while true {
            var received: Int64 = 0
            var kernelTime: Int32 = 0
            let length = tutti_udp_receive(
                fileDescriptor,
                buffer.baseAddress,
                buffer.count,
                nil,
                &received,
                &kernelTime
            )
            // A refused port is an error that a read takes away: the coordinator is not there.
            if length < 0 { return nil }
            let packet = UnsafeRawBufferPointer(rebasing: buffer[..<length])
            guard let reply = try? ClockReply(decoding: packet), reply.session == session else { continue }
            let exchange = ClockExchange(
                sent: reply.requestSent,
                received: reply.requestReceived,
                replied: reply.replySent,
                returned: Instant(nanoseconds: received)
            )
            return ClockAnswer(nonce: reply.nonce, exchange: exchange, timelineRevision: reply.timelineRevision)
        }
    }
}
