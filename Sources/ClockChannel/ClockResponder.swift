import AudioCore
private import CLinux
private import Glibc
package import LinuxSystem
private import Synchronization
private import WireFormat

/// The coordinator's end of the clock channel: answers each request of a room with the times at which it came and the
/// answer left. On a real-time thread of its own, so that nothing delays it; allocates nothing per packet.
package final class ClockResponder: Sendable {
    /// Reads the newest timeline revision of the zone with an audio port (0: the default zone); called on the real-time
    /// thread.
    package typealias RevisionReading = @Sendable (UInt32) -> UInt64

    /// Above the priority of ordinary work and below that of audio threads on the same machine.
    private static let priority: Int32 = 50

    private let socket: Int32
    private let session: UInt64
    private let revision: RevisionReading
    private let signal: EventSignal
    private let stopping = Atomic<Bool>(false)

    /// Binds the UDP port at once, so that a busy one is known before anything runs.
    package init(
        host: String,
        port: UInt16,
        session: UInt64,
        revision: @escaping RevisionReading
    ) throws(SystemError) {
        self.session = session
        self.revision = revision
        signal = try EventSignal()
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
    package func run() async throws(SystemError) {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, SystemError>, Never>) in
                do throws(SystemError) {
                    let thread = try SystemThread(name: "clock", priority: .realtime(Self.priority)) { _ in
                        self.serve()
                        continuation.resume(returning: .success(()))
                    }
                    thread.detach()
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            beginGracefulShutdown()
        }
        try outcome.get()
    }

    package func beginGracefulShutdown() {
        stopping.store(true, ordering: .releasing)
        signal.signal()
    }

    /// When recent replies were really sent, by nonce: a room asks with its next request. 8,192 hold some seconds of a
    /// thousand rooms; what is overwritten is answered as not known.
    private struct SentTimes {
        private var nonces = [UInt64](repeating: 0, count: 8_192)
        private var times = [Int64](repeating: 0, count: 8_192)

        subscript(nonce: UInt64) -> Instant<CoordinatorClock>? {
            let index = Int(nonce & 8_191)
            return nonce != 0 && nonces[index] == nonce ? Instant(nanoseconds: times[index]) : nil
        }

        mutating func set(_ nonce: UInt64, _ time: Int64) {
            let index = Int(nonce & 8_191)
            nonces[index] = nonce
            times[index] = time
        }
    }

    private func serve() {
        var sentTimes = SentTimes()
        let packet = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
        defer { packet.deallocate() }
        let descriptors = [signal.fileDescriptor, socket]
        while !isStopping {
            _ = Poll.wait(for: descriptors, timeout: nil)
            // A flood of packets must not hold up the end.
            while !isStopping, answerNext(packet, &sentTimes) {}
        }
    }

    private var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Answers one request; what is none is passed over.
    /// - Returns: false when nothing waits any more.
    private func answerNext(_ packet: UnsafeMutableRawBufferPointer, _ sentTimes: inout SentTimes) -> Bool {
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
            previousSent: sentTimes[request.previousNonce]
        )
        reply.encode(into: packet)
        tutti_udp_send(socket, packet.baseAddress, ClockPacket.size, &sender)
        let exact = tutti_udp_sent_time(socket, reply.replySent.nanoseconds)
        if exact != 0 { sentTimes.set(request.nonce, exact) }
        return true
    }
}
