import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import TestSupport
import WireFormat

@testable import RoomNode

/// A link to a coordinator that is a script: each call is answered on the calling thread.
final class LinkBench: Sendable {
    /// What the scripted coordinator knows and has seen.
    struct Coordinator {
        var register = Wire.RegisterResponse(sessionId: 5, clockPort: 7_710, audioPort: 7_711, reportIntervalNs: 1)
        var report = Wire.ReportResponse(reportIntervalNs: 1, audioPort: 7_711)
        var packets = Wire.FetchPacketsResponse()
        /// By method; what is not named is answered.
        var errors: [String: RPCError] = [:]
        /// Thrown by the transport: no call arrives.
        var transportError: RPCError?
        /// The methods that were called.
        var calls: [String] = []
        var reports: [Wire.ReportRequest] = []
        var clockError: RPCError?
        /// What is found where the room looks by other means.
        var sight = Reachability.silent
        var looks = 0
        var subscribers: [FakeSubscriber] = []
        var subscribed: [Endpoint] = []
        var clocks: [Endpoint] = []
        /// Done within the call of this number, counted from 1.
        var atCall: [Int: @Sendable (LinkBench) -> Void] = [:]
    }

    let coordinator = Mutex(Coordinator())
    let nudge: EventSignal
    let ending: EventSignal
    private let transport = Mutex<ClosureTransport?>(nil)
    private let made = Mutex<CoordinatorLink?>(nil)

    init(jack: @escaping @Sendable (String) -> (any JackWatching)? = { _ in nil }) throws {
        nudge = try EventSignal()
        ending = try EventSignal()
        let decks = DeckSet()
        let audio = AudioLoop(decks: decks, device: "card") { (_, _) throws(DeviceError) in
            throw DeviceError("there is none", rawCode: 0)
        }
        let engine = Engine(
            audio: audio,
            lanes: try DecodeLanes(decks: decks) { NumberDecoder() },
            inbox: try Inbox(roomID: "kitchen"),
            fetcher: try FetchQueue(),
            nudge: nudge
        )
        let endpoint = Endpoint(host: "music.lan", port: 7_700)
        let transport = ClosureTransport { [weak self] (request, _) throws(RPCError) in
            guard let self else { throw RPCError(.unavailable, "the test is over") }
            if let error = self.coordinator.withLock({ $0.transportError }) { throw error }
            return try self.answer(request)
        }
        let link = CoordinatorLink(
            configuration: RoomConfiguration(
                coordinator: endpoint,
                id: "kitchen",
                name: "Kitchen",
                device: "card",
                version: "1"
            ),
            ports: ports(jack),
            engine: engine,
            audio: audio,
            nudge: nudge,
            ending: ending,
            transport: transport
        )
        self.transport.withLock { $0 = transport }
        made.withLock { $0 = link }
    }

    var link: CoordinatorLink {
        guard let link = made.withLock({ $0 }) else { preconditionFailure("the link is made in init") }
        return link
    }

    /// The coordinator answers from there.
    func move(to host: String) { transport.withLock { $0 }?.move(to: host) }

    private func ports(_ jack: @escaping @Sendable (String) -> (any JackWatching)?) -> RoomPorts {
        RoomPorts(
            control: { (_) throws(RPCError) in throw RPCError(.unavailable, "not here") },
            subscriber: { [weak self] (endpoint) throws(RPCError) in
                let subscriber = FakeSubscriber()
                self?.coordinator.withLock {
                    $0.subscribers.append(subscriber)
                    $0.subscribed.append(endpoint)
                }
                return subscriber
            },
            clock: { [weak self] (endpoint, _) throws(RPCError) in
                if let error = self?.coordinator.withLock({ $0.clockError }) { throw error }
                self?.coordinator.withLock { $0.clocks.append(endpoint) }
                return FakeClock(offset: .zero)
            },
            decoder: { () throws(AudioError) in NumberDecoder() },
            device: { (_, _) throws(DeviceError) in throw DeviceError("there is none", rawCode: 0) },
            jack: jack,
            look: { [weak self] _ in
                guard let self else { return .silent }
                return self.coordinator.withLock {
                    $0.looks += 1
                    return $0.sight
                }
            }
        )
    }

    private func answer(_ bytes: [UInt8]) throws(RPCError) -> [UInt8] {
        let request = try RequestEnvelope(decoding: bytes)
        let (error, action) = coordinator.withLock {
            $0.calls.append(request.method.method)
            return ($0.errors[request.method.method], $0.atCall[$0.calls.count])
        }
        action?(self)
        if let error { return ResponseEnvelope(error: error).encoded() }
        let payload: [UInt8] = coordinator.withLock {
            switch request.method.method {
            case "Register": return $0.register.encoded()
            case "Report":
                if let report = try? Wire.ReportRequest(decoding: request.payload) { $0.reports.append(report) }
                return $0.report.encoded()
            case "FetchPackets": return $0.packets.encoded()
            default: return []
            }
        }
        return ResponseEnvelope(payload: payload).encoded()
    }

    /// What has come to the engine since the last look, in words.
    func told() -> [String] {
        link.engine.inbox.take().map {
            switch $0 {
            case .attach(let session): "attach \(session.id) \(session.tuning.audioPort)"
            case .reroute(let route): "reroute \(route.session)\(route.subscriber == nil ? "" : " and stream")"
            case .retune(let tuning): "retune \(tuning.audioPort)"
            case .timeline(let timeline, _): "timeline \(timeline.revision)"
            case .settings(let settings): "settings \(settings.revision)"
            case .fetched(let fetch, let packets, let next): "fetched \(fetch.serial) \(packets.count) \(next)"
            case .fetchFailed(let fetch): "failed \(fetch.serial)"
            case .stop: "stop"
            }
        }
    }

    func script(_ change: (inout Coordinator) -> Void) { coordinator.withLock { change(&$0) } }

    /// Runs the link on this thread, each wait being over at once, until it has made `calls` calls; then its goodbye.
    func run(calls: Int) {
        script {
            for call in 1..<calls { $0.atCall[call] = { $0.nudge.signal() } }
            $0.atCall[calls] = { $0.link.stop() }
        }
        link.run()
    }
}

/// A jack that says what the test tells it to.
final class FakeJack: JackWatching, Sendable {
    let signal: EventSignal
    /// Taken one at a time; the last one stays.
    let answers: Mutex<[Bool?]>

    init(_ answers: [Bool?]) throws {
        signal = try EventSignal()
        self.answers = Mutex(answers)
    }

    var fileDescriptor: Int32 { signal.fileDescriptor }

    func isPlugged() -> Bool? { answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
}
