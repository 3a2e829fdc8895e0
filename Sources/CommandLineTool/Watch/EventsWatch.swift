import AudioCore
import ControlClient
import WireFormat

/// `events`: one line for each event. With `every` the progress is told that often, worked out between the
/// coordinator's own events by the monotonic clock.
final class EventsWatch {
    private let session: Session
    private let every: Interval?
    /// The zone of the snapshots, and what it plays.
    private var last: Wire.NowPlaying?
    /// By the zones' ids: without `--zone` the events of all zones come.
    private var zones: [String: Zone] = [:]

    private struct Zone {
        var tracker: NowTracker
        /// That told what the tracker knows; nil where a snapshot did.
        var event: (event: Wire.Event, time: Instant<NodeClock>)?
    }

    /// Nothing has come since the last snapshot.
    private var isFresh = false

    init(_ session: Session, every seconds: Double?) {
        self.session = session
        every = seconds.map { .seconds($0) }
    }

    func run() throws(CommandFailure) {
        try EventLoop(session, tick: every ?? .milliseconds(60_000)).run { (step) throws(CommandFailure) in
            try self.take(step)
        }
    }

    private func take(_ step: EventLoop.Step) throws(CommandFailure) {
        switch step {
        case .resynchronize:
            let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
            // The same state twice, as at the start, is no news; after a loss of events it says what holds now.
            let isKnown = isFresh && last?.revision == now.revision && last?.sessionId == now.sessionId
            isFresh = true
            keep(now, zone: now.zone)
            if isKnown { return }
            try session.show(["kind": "snapshot", "now": now.json]) { NowText.plainLine(now) }
        case .event(let event):
            isFresh = false
            // Zones that are still there will tell again.
            if event.kind == .zonesChanged { zones = zones.filter { $0.key == last?.zone } }
            if let now = event.nowPlaying { keep(now, zone: event.zone, event) }
            if every == nil || event.kind != .progress { try show(event) }
        case .tick: for zone in zones.keys.sorted() { try showProgress(zone) }
        case .lost:
            last = nil
            zones = [:]
            session.outside.complain("tutti: \(session.lost)")
        }
    }

    private func keep(_ now: Wire.NowPlaying, zone: String, _ event: Wire.Event? = nil) {
        if event == nil || zone == last?.zone { last = now }
        let time = session.outside.now()
        zones[zone] = Zone(tracker: NowTracker(now, at: time), event: event.map { ($0, time) })
    }

    private func show(_ event: Wire.Event) throws(CommandFailure) {
        if session.options.json {
            try session.outside.output.write(event.json.text + "\n")
        } else if let line = EventText.line(event, withTenths: every.map { $0 < .milliseconds(1_000) } ?? false) {
            try session.outside.output.write(line + "\n")
        }
    }

    /// As the coordinator would tell it at this moment.
    private func showProgress(_ id: String) throws(CommandFailure) {
        guard every != nil, let zone = zones[id], zone.tracker.latest.state == .playing else { return }
        let time = session.outside.now()
        var event = Wire.Event(kind: .progress, zone: id, nowPlaying: zone.tracker.at(time))
        event.sessionId = zone.tracker.latest.sessionId
        if let told = zone.event {
            event.revision = told.event.revision
            event.timeNs = told.event.timeNs &+ (time - told.time).nanoseconds
        }
        try show(event)
    }
}
