import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import WireFormat

/// The control thread of a room: registers, reports once a second, and starts over when the coordinator has gone and
/// come back. Everything it learns goes to the engine's inbox.
final class CoordinatorLink: @unchecked Sendable {
    // Unchecked: but for the mutexes and the signal, all is touched by the control thread only.
    let configuration: RoomConfiguration
    let ports: RoomPorts
    let engine: Engine
    let audio: AudioLoop
    private let nudge: EventSignal
    /// Ends the room.
    let ending: EventSignal
    let client: BlockingRPCClient
    private let stopped = Mutex(false)
    /// What is in force, for the fetch thread too.
    let registration = Mutex<Registration?>(nil)
    /// Where clock and stream were connected to last.
    var connectedHost: String?
    var reportInterval = Interval.seconds(1)
    var failures = 0
    /// Why registering failed, as the log has it.
    var loggedReason: String?
    var connectionWatch = ConnectionWatch()
    /// Only another process will connect.
    let hasGivenUp = Atomic<Bool>(false)
    var jack = JackState()

    init(
        configuration: RoomConfiguration,
        ports: RoomPorts,
        engine: Engine,
        audio: AudioLoop,
        nudge: EventSignal,
        ending: EventSignal,
        transport: any BlockingRequestTransport
    ) {
        self.configuration = configuration
        self.ports = ports
        self.engine = engine
        self.audio = audio
        self.nudge = nudge
        self.ending = ending
        client = BlockingRPCClient(transport: transport, timeout: .seconds(2))
    }

    /// The thread's body.
    func run() {
        var isRegistered = false
        while !isStopped {
            if !isRegistered {
                isRegistered = register()
                if !isRegistered { wait(backOff) }
                continue
            }
            wait(reportInterval)
            guard !isStopped else { break }
            lookAtJack()
            let named = engine.namedPort.exchange(0, ordering: .relaxed)
            isRegistered = isElsewhere(named) ? register() : sendReport()
            if isRegistered { keepRoutes() }
        }
        leave()
    }

    private var isStopped: Bool { stopped.withLock { $0 } }

    /// From a tenth of a second to two.
    private var backOff: Interval { .milliseconds(min(2_000, 100 << Int64(min(failures, 5)))) }

    private func wait(_ interval: Interval) {
        _ = Poll.wait(for: [nudge.fileDescriptor] + jack.descriptors, timeout: interval)
        nudge.clear()
    }

    /// May be called from any thread.
    func stop() {
        stopped.withLock { $0 = true }
        nudge.signal()
    }

    /// May be called from any thread.
    var sessionID: UInt64? { registration.withLock { $0?.session } }

    /// Whether the audio port that was named, 0 where none was, is another one than that of the zone that the room
    /// listens to.
    func isElsewhere(_ audioPort: UInt32) -> Bool {
        audioPort != 0 && audioPort != registration.withLock { $0?.audioPort }.map { UInt32($0) }
    }

    func call<Request, Response>(
        _ method: WireMethod<Request, Response>,
        _ request: Request,
        timeout: Duration? = nil
    ) throws(RPCError) -> Response {
        guard let descriptor = MethodDescriptor(fullName: method.name) else {
            throw RPCError(.internal, "\(method.name) is no method name")
        }
        let payload = try client.call(descriptor, payload: request.encoded(), timeout: timeout)
        do throws(WireFormatError) { return try Response(decoding: payload) } catch {
            throw RPCError(.internal, "the answer to \(method.name) is damaged: \(error.message)")
        }
    }

    private func leave() {
        guard let session = sessionID else { return }
        let request = Wire.LeaveRequest(roomId: configuration.id, sessionId: session)
        _ = try? call(Wire.RoomService.leave, request, timeout: .milliseconds(300))
    }

    // MARK: Fetch, on the fetch thread

    /// Answers one request for packets through the engine's inbox.
    func fetch(_ fetch: StreamCore.Fetch) {
        let request = Wire.FetchPacketsRequest(
            roomId: configuration.id,
            sessionId: sessionID ?? 0,
            generation: fetch.generation.rawValue,
            firstSequence: fetch.sequences.lowerBound,
            count: UInt32(fetch.sequences.count)
        )
        do throws(RPCError) {
            let response = try call(Wire.RoomService.fetchPackets, request, timeout: .seconds(1))
            let packets = (try? response.packets()) ?? []
            engine.inbox.put(.fetched(fetch, packets, next: response.nextSequence))
        } catch {
            engine.inbox.put(.fetchFailed(fetch))
        }
    }
}
