import AudioCore
import LinuxSystem
import RPC
import Synchronization
import WireFormat

/// Registering, and connecting to what the coordinator names.
extension CoordinatorLink {
    /// - Returns: whether the room is registered.
    func register() -> Bool {
        let request = Wire.RegisterRequest(
            roomId: configuration.id,
            name: configuration.name,
            version: configuration.version,
            protocolVersion: WireProtocol.version,
            capabilities: ["opus", "zones"],
            device: deviceReport,
            processId: configuration.process
        )
        do throws(RPCError) {
            try follow(try call(Wire.RoomService.register, request))
            Log.info("registered with the coordinator at \(configuration.coordinator) as \(configuration.name)")
            failures = 0
            loggedReason = nil
            connectionWatch.connected()
            return true
        } catch {
            cannotRegister(error)
            return false
        }
    }

    private func follow(_ response: Wire.RegisterResponse) throws(RPCError) {
        reportEvery(response.reportIntervalNs)
        let wire = response.timeline ?? Wire.Timeline()
        let timeline: Timeline
        do throws(WireFormatError) { timeline = try Timeline(wire) } catch {
            throw RPCError(.internal, error.message)
        }
        let fresh = try Registration(response)
        switch fresh.change(from: registration.withLock { $0 }) {
        case .none:
            engine.inbox.put(.timeline(timeline, lead: wire.lead))
            if let settings = response.settings { engine.inbox.put(.settings(settings)) }
        case .zone:
            let tuning = try tune(fresh, to: timeline, lead: wire.lead, response.settings)
            registration.withLock { $0 = fresh }
            engine.inbox.put(.retune(tuning))
        case .session:
            let tuning = try tune(fresh, to: timeline, lead: wire.lead, response.settings)
            let session = try attach(fresh, tuning)
            registration.withLock { $0 = fresh }
            engine.inbox.put(.attach(session))
        }
    }

    /// A name may stand for several addresses: the other ports are where the call has just been answered.
    private var host: String { client.transport.remoteHost ?? configuration.coordinator.host }

    /// Connects clock and stream to where reports are answered now, as the coordinator's address may change while it
    /// runs; and the clock where its socket is dead, as when this machine's address has changed.
    func keepRoutes() {
        let host = client.transport.remoteHost ?? connectedHost ?? configuration.coordinator.host
        let hasMoved = connectedHost != host
        let needsClock = engine.needsClock.exchange(false, ordering: .relaxed)
        guard hasMoved || needsClock, let known = registration.withLock({ $0 }) else { return }
        do throws(RPCError) {
            let clock = try ports.clock(Endpoint(host: host, port: known.clockPort), known.session)
            let subscriber = hasMoved ? try ports.subscriber(Endpoint(host: host, port: known.audioPort)) : nil
            if hasMoved { Log.notice("the coordinator answers at \(host) now; connecting to it there") }
            connectedHost = host
            engine.inbox.put(.reroute(Engine.Route(session: known.session, clock: clock, subscriber: subscriber)))
        } catch {
            Log.warning("cannot connect to \(host): \(error.message); trying on")
        }
    }

    private func tune(
        _ fresh: Registration,
        to timeline: Timeline,
        lead: Interval,
        _ settings: Wire.RoomSettings?
    ) throws(RPCError) -> Engine.Tuning {
        let host = host
        let subscriber = try ports.subscriber(Endpoint(host: host, port: fresh.audioPort))
        connectedHost = host
        return Engine.Tuning(
            subscriber: subscriber,
            audioPort: fresh.audioPort,
            timeline: timeline,
            lead: lead,
            settings: settings
        )
    }

    private func attach(_ fresh: Registration, _ tuning: Engine.Tuning) throws(RPCError) -> Engine.Session {
        do throws(RPCError) {
            let clock = try ports.clock(Endpoint(host: host, port: fresh.clockPort), fresh.session)
            return Engine.Session(id: fresh.session, clock: clock, tuning: tuning)
        } catch {
            tuning.subscriber.close()
            throw error
        }
    }
}
