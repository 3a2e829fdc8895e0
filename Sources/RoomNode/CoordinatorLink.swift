import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import WireFormat

/// The control thread of a room: registers, reports once a second, and starts over when the coordinator has gone and come
/// back. Everything it learns goes to the engine's inbox.
final class CoordinatorLink: @unchecked Sendable {
    // Unchecked: but for the mutexes and the signal, all is touched by the control thread only.
    let configuration: RoomConfiguration
    let ports: RoomPorts
    let engine: Engine
    let audio: AudioLoop
    private let nudge: EventSignal
    private let client: BlockingRPCClient
    private let stopped = Mutex(false)
    /// The session in force, for the fetch thread too.
    let session = Mutex<UInt64>(0)
    private var boundPorts = (clock: UInt32(0), audio: UInt32(0))
    private var reportInterval = Interval.seconds(1)
    private var failures = 0
    var jack = JackState()

    init(
        configuration: RoomConfiguration,
        ports: RoomPorts,
        engine: Engine,
        audio: AudioLoop,
        nudge: EventSignal,
        transport: any BlockingRequestTransport
    ) {
        self.configuration = configuration
        self.ports = ports
        self.engine = engine
        self.audio = audio
        self.nudge = nudge
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
            let port = engine.namedPort.exchange(0, ordering: .relaxed)
            isRegistered = port == 0 || port == boundPorts.audio ? sendReport() : register()
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

    private func call<Request, Response>(
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

    // MARK: Register

    private func register() -> Bool {
        let request = Wire.RegisterRequest(
            roomId: configuration.id,
            name: configuration.name,
            version: configuration.version,
            protocolVersion: WireProtocol.version,
            capabilities: ["opus", "zones"],
            device: deviceReport
        )
        do throws(RPCError) {
            let response = try call(Wire.RoomService.register, request)
            try attach(response)
            Log.info("registered with the coordinator at \(configuration.coordinator) as \(configuration.name)")
            failures = 0
            return true
        } catch {
            failures += 1
            if failures == 1 {
                Log.warning("cannot register with \(configuration.coordinator): \(error.message); trying on")
            }
            return false
        }
    }

    private func attach(_ response: Wire.RegisterResponse) throws(RPCError) {
        reportInterval = Interval(nanoseconds: min(max(response.reportIntervalNs, 100_000_000), 10_000_000_000))
        let known = session.withLock { $0 }
        let wire = response.timeline ?? Wire.Timeline()
        let timeline: Timeline
        do throws(WireFormatError) { timeline = try Timeline(wire) } catch {
            throw RPCError(.internal, error.message)
        }
        if known == response.sessionId, boundPorts == (response.clockPort, response.audioPort) {
            // The same start of the coordinator: only the report was lost.
            engine.inbox.put(.timeline(timeline, lead: wire.lead))
            if let settings = response.settings { engine.inbox.put(.settings(settings)) }
            return
        }
        guard let clockPort = UInt16(exactly: response.clockPort), let audioPort = UInt16(exactly: response.audioPort)
        else {
            throw RPCError(.internal, "the coordinator named ports that do not exist")
        }
        // A name may stand for several addresses: the other ports are where the call has just been answered.
        let host = client.transport.remoteHost ?? configuration.coordinator.host
        let subscriber = try ports.subscriber(Endpoint(host: host, port: audioPort))
        if known == response.sessionId, boundPorts.clock == response.clockPort {
            boundPorts.audio = response.audioPort
            engine.inbox.put(
                .retune(
                    Engine.Tuning(
                        subscriber: subscriber,
                        audioPort: audioPort,
                        timeline: timeline,
                        lead: wire.lead,
                        settings: response.settings
                    )
                )
            )
            return
        }
        let channel: any ClockExchanging
        do throws(RPCError) {
            channel = try ports.clock(Endpoint(host: host, port: clockPort), response.sessionId)
        } catch {
            subscriber.close()
            throw error
        }
        session.withLock { $0 = response.sessionId }
        boundPorts = (response.clockPort, response.audioPort)
        engine.inbox.put(
            .attach(
                Engine.Session(
                    id: response.sessionId,
                    subscriber: subscriber,
                    audioPort: audioPort,
                    clock: channel,
                    timeline: timeline,
                    lead: wire.lead,
                    settings: response.settings
                )
            )
        )
    }

    // MARK: Report

    private var deviceReport: Wire.DeviceReport {
        let state = audio.device.withLock { $0 }
        let format = state.format
        let revisions = engine.revisions.withLock { $0 }
        let depth = format.map { revisions.depth ?? Int64($0.buffer) }
        return Wire.DeviceReport(
            name: configuration.device,
            open: format != nil,
            error: state.error,
            sampleRateHz: UInt32(clamping: format?.rate.hertz ?? 0),
            channels: UInt32(clamping: format?.channels ?? 0),
            format: format?.sampleFormat ?? "",
            periodFrames: UInt32(clamping: format?.period ?? 0),
            bufferFrames: UInt32(clamping: depth ?? 0),
            granularityFrames: UInt32(clamping: revisions.granularity),
            realtime: state.realtime,
            unplugged: jack.isUnplugged,
            lostTimeNs: max(state.lost?.nanoseconds ?? 0, jack.lost?.nanoseconds ?? 0)
        )
    }

    /// - Returns: false where the room must register again.
    private func sendReport() -> Bool {
        let revisions = engine.revisions.withLock { $0 }
        let state: Wire.PlaybackState = revisions.playsSomething ? .playing : revisions.hasTimeline ? .paused : .stopped
        let request = Wire.ReportRequest(
            roomId: configuration.id,
            sessionId: session.withLock { $0 },
            device: deviceReport,
            sync: engine.report.withLock { $0 },
            state: state,
            timelineRevision: revisions.timeline,
            settingsRevision: revisions.settings,
            neededCommandLeadNs: revisions.neededLead.nanoseconds
        )
        do throws(RPCError) {
            let response = try call(Wire.RoomService.report, request)
            reportInterval = Interval(nanoseconds: min(max(response.reportIntervalNs, 100_000_000), 10_000_000_000))
            if response.audioPort != 0, response.audioPort != boundPorts.audio { return register() }
            if let wire = response.timeline, let timeline = try? Timeline(wire) {
                engine.inbox.put(.timeline(timeline, lead: wire.lead))
            }
            if let settings = response.settings { engine.inbox.put(.settings(settings)) }
            failures = 0
            return true
        } catch {
            if error.code != .notFound {
                Log.warning("lost the coordinator: \(error.message); trying to reach it again")
            }
            return false
        }
    }

    private func leave() {
        let id = session.withLock { $0 }
        guard id != 0 else { return }
        let request = Wire.LeaveRequest(roomId: configuration.id, sessionId: id)
        _ = try? call(Wire.RoomService.leave, request, timeout: .milliseconds(300))
    }

    // MARK: Fetch, on the fetch thread

    /// Answers one request for packets through the engine's inbox.
    func fetch(_ fetch: StreamCore.Fetch) {
        let request = Wire.FetchPacketsRequest(
            roomId: configuration.id,
            sessionId: session.withLock { $0 },
            generation: fetch.generation.rawValue,
            firstSequence: fetch.sequences.lowerBound,
            count: UInt32(fetch.sequences.count)
        )
        do throws(RPCError) {
            let response = try call(Wire.RoomService.fetchPackets, request, timeout: .seconds(1))
            let packets = (try? response.packets()) ?? []
            engine.inbox.put(.fetched(fetch, packets, next: response.nextSequence))
        } catch {
            engine.inbox.put(.fetchFailed)
        }
    }
}
