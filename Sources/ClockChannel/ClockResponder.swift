import AudioCore
private import CLinux
private import Glibc
package import LinuxSystem
private import WireFormat

/// The coordinator's end of the clock channel: answers each request of a room with the times at which it came and the
/// answer left. On a real-time thread of its own, so that nothing delays it; allocates nothing per packet.
package final class ClockResponder: Sendable {
    /// Reads the newest timeline revision of the zone with an audio port (0: the default zone); called on the real-time
    /// thread.
    package typealias RevisionReading = @Sendable (UInt32) -> UInt64

    /// Above the priority of ordinary work and below that of audio threads on the same machine.
    private static let priority: Int32 = 50

    /// The most requests that are answered at a stretch, and the pause after them: nothing of normal priority runs
    /// meanwhile on this processor.
    static let burst = 64
    private static let pause = Interval.milliseconds(1)

    private let socket: Int32
    private let session: UInt64
    private let revision: RevisionReading
    private let thread: WorkerThread

    /// Binds the UDP port at once, so that a busy one is known before anything runs.
    package init(
        host: String,
        port: UInt16,
        session: UInt64,
        revision: @escaping RevisionReading
    ) throws(SystemError) {
        self.session = session
        self.revision = revision
        thread = try WorkerThread(name: "clock", priority: .realtime(Self.priority))
        var reason: UnsafePointer<CChar>?
        var code: Int32 = 0
        socket = tutti_udp_open(host, port, 1, &reason, &code)
        guard socket >= 0 else {
            throw SystemError(
                "cannot listen on UDP \(host) port \(port) (if it is in use, choose another port with --port)",
                code: code
            )
        }
    }

    deinit { close(socket) }

    /// Answers until `beginGracefulShutdown` or cancellation. Call once.
    package func run() async throws(SystemError) { try await thread.run { _ in self.serve() } }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func serve() {
        var replyTimes = ReplyTimes()
        let packet = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
        defer { packet.deallocate() }
        let descriptors = [thread.wakeDescriptor, socket]
        while !thread.isStopping {
            _ = Poll.wait(for: descriptors, timeout: nil)
            // A flood must hold up neither the rest of the machine nor the end.
            while !answerBurst(packet, &replyTimes), !thread.isStopping {
                _ = Poll.wait(for: [thread.wakeDescriptor], timeout: Self.pause)
            }
        }
    }

    /// - Returns: whether nothing waits any more.
    func answerBurst(_ packet: UnsafeMutableRawBufferPointer, _ replyTimes: inout ReplyTimes) -> Bool {
        for _ in 0..<Self.burst where !answerNext(packet, &replyTimes) { return true }
        return false
    }

    /// Answers one request; what is none is passed over.
    /// - Returns: false when nothing waits any more.
    private func answerNext(_ packet: UnsafeMutableRawBufferPointer, _ replyTimes: inout ReplyTimes) -> Bool {
        var sender = tutti_address()
        var received: Int64 = 0
        let length = tutti_udp_receive(socket, packet.baseAddress, packet.count, &sender, &received)
        guard length >= 0 else {
            // Send times that came too late would keep the socket ready.
            _ = tutti_udp_sent_time(socket, .max)
            return false
        }
        guard let request = try? ClockRequest(decoding: UnsafeRawBufferPointer(rebasing: packet[..<length])) else {
            return true
        }
        let reply = ClockReply(
            answering: request,
            session: session,
            requestReceived: Instant(nanoseconds: received),
            replySent: MonotonicClock<CoordinatorClock>.now(),
            timelineRevision: revision(request.audioPort),
            previousSent: replyTimes[request.previousNonce]
        )
        reply.encode(into: packet)
        tutti_udp_send(socket, packet.baseAddress, ClockPacket.size, &sender)
        let exact = tutti_udp_sent_time(socket, reply.replySent.nanoseconds)
        if exact != 0 { replyTimes.set(request.nonce, exact) }
        return true
    }
}
