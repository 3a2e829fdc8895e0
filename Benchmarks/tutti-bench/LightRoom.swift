import AudioCore
import ClockChannel
import Glibc
import LinuxSystem
import NNGMessaging
import RPC
import SyncCore
import WireFormat

/// A room that only listens.
final class LightRoom {
    private let id: String
    private let session: UInt64
    private let subscriber: NNGPollableSubscriber
    private let audioPort: UInt16
    private let clock: ClockRequester
    private var schedule: ExchangeSchedule
    private var nextRequest = MonotonicClock<NodeClock>.now()
    private var nextReport: Instant<NodeClock>
    private var interval: Interval
    private var expected: (generation: Generation, sequence: UInt32)?
    private(set) var packets = 0
    private(set) var missed = 0
    /// What is told of every packet that comes.
    var heard: ((AudioPacket) -> Void)?

    init(
        _ number: Int,
        _ client: BlockingRPCClient,
        _ endpoint: Endpoint,
        _ security: TransportSecurity
    ) throws(RPCError) {
        id = "crowd-\(number)"
        let request = Wire.RegisterRequest(
            roomId: id,
            name: "Crowd \(number)",
            version: "bench",
            protocolVersion: WireProtocol.version,
            capabilities: ["opus"],
            device: Wire.DeviceReport(name: "none", open: true, sampleRateHz: 48_000, channels: 2, periodFrames: 960)
        )
        let answer = try Self.call(client, Wire.RoomService.register, request)
        session = answer.sessionId
        interval = Interval(nanoseconds: max(answer.reportIntervalNs, 100_000_000))
        // The rooms of a house do not report all at once.
        nextReport = MonotonicClock.now() + .milliseconds(Int64(number * 37 % 1_000))
        schedule = ExchangeSchedule(seed: UInt64(number) &* 7_919 &+ 1)
        audioPort = UInt16(clamping: answer.audioPort)
        subscriber = try NNGPollableSubscriber(
            dialing: Endpoint(host: endpoint.host, port: audioPort),
            security: security
        )
        do throws(SystemError) {
            clock = try ClockRequester(host: endpoint.host, port: UInt16(clamping: answer.clockPort), session: session)
        } catch {
            throw RPCError(.unavailable, error.description)
        }
    }

    func turn(_ client: BlockingRPCClient) throws(RPCError) {
        let now = MonotonicClock<NodeClock>.now()
        while clock.receive() != nil {}
        if now >= nextRequest {
            clock.request(audioPort: audioPort)
            nextRequest = now + schedule.requestSent(at: now, noise: 60_000)
        }
        while let bytes = try subscriber.receive() { count(bytes) }
        guard now >= nextReport else { return }
        let sync = Wire.SyncReport(uncertaintyNs: 1_000, bufferNs: 2_000_000_000, state: .inSync)
        let report = Wire.ReportRequest(roomId: id, sessionId: session, sync: sync, neededCommandLeadNs: 50_000_000)
        let answer = try Self.call(client, Wire.RoomService.report, report)
        interval = Interval(nanoseconds: max(answer.reportIntervalNs, 100_000_000))
        nextReport = now + interval
    }

    func leave(_ client: BlockingRPCClient) throws(RPCError) {
        _ = try Self.call(client, Wire.RoomService.leave, Wire.LeaveRequest(roomId: id, sessionId: session))
        subscriber.close()
    }

    private func count(_ bytes: [UInt8]) {
        guard let (_, message) = try? StreamMessage.decode(bytes), case .audio(let batch) = message else { return }
        for packet in batch.packets {
            if let expected, expected.generation == packet.generation, packet.sequence > expected.sequence {
                missed += Int(packet.sequence - expected.sequence)
            }
            expected = (packet.generation, packet.sequence &+ 1)
            packets += 1
            heard?(packet)
        }
    }

    private static func call<Request, Response>(
        _ client: BlockingRPCClient,
        _ method: WireMethod<Request, Response>,
        _ request: Request
    ) throws(RPCError) -> Response {
        guard let descriptor = MethodDescriptor(fullName: method.name) else {
            throw RPCError(.internal, "\(method.name) is no method name")
        }
        let payload = try client.call(descriptor, payload: request.encoded())
        do throws(WireFormatError) { return try Response(decoding: payload) } catch {
            throw RPCError(.internal, "the answer to \(method.name) is damaged: \(error.message)")
        }
    }
}
