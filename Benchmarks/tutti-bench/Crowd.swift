import AudioCore
import ClockChannel
import Glibc
import LinuxSystem
import NNGMessaging
import RPC
import SyncCore
import WireFormat

/// Many rooms in one process, to see what they cost the coordinator. Each does all that a room does towards it: it registers,
/// reports, asks for the time and receives the stream, over connections of its own; it decodes and plays nothing.
enum Crowd {
    private static let usage = "usage: tutti-bench crowd HOST:PORT ROOMS SECONDS"

    static func run(_ arguments: [String]) -> Bool {
        guard arguments.count == 3, let endpoint = endpoint(arguments[0]), let count = Int(arguments[1]),
            let seconds = Double(arguments[2]), (1...1_000).contains(count), seconds > 0
        else {
            print(usage)
            return false
        }
        do throws(RPCError) {
            try stay(endpoint, count: count, seconds: seconds)
            return true
        } catch {
            print("tutti-bench: cannot keep \(count) rooms at \(arguments[0]): \(error.message)")
            return false
        }
    }

    private static func endpoint(_ text: String) -> Endpoint? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
        return Endpoint(host: String(parts[0]), port: port)
    }

    private static func stay(_ endpoint: Endpoint, count: Int, seconds: Double) throws(RPCError) {
        let security = TransportSecurity.clear(allowInsecure: true)
        // Reports are short; one connection carries those of all rooms, as the coordinator's work is the same.
        let transport = try NNGBlockingRequestTransport(dialing: endpoint, security: security)
        let client = BlockingRPCClient(transport: transport, timeout: .seconds(5))
        var rooms: [LightRoom] = []
        for number in 0..<count { rooms.append(try LightRoom(number, client, endpoint, security)) }
        print("\(count) rooms registered")
        fflush(nil)
        let end = MonotonicClock<NodeClock>.now() + .seconds(seconds)
        while MonotonicClock<NodeClock>.now() < end {
            for room in rooms { try room.turn(client) }
            usleep(10_000)
        }
        let received = rooms.map(\.packets)
        let missed = rooms.map(\.missed).reduce(0, +)
        print("packets of a room: \(received.min() ?? 0) to \(received.max() ?? 0); missed by all together: \(missed)")
        for room in rooms { try room.leave(client) }
    }
}

/// A room that only listens.
private final class LightRoom {
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
