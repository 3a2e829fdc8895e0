import AudioCore
import ControlClient
import WireFormat

/// `events`: one line for each event. With `every` the progress is told that often, worked out between the coordinator's own
/// events by the monotonic clock.
final class EventsWatch {
    private let session: Session
    private let every: Interval?
    private var last: Wire.NowPlaying?
    private var tracker: NowTracker?
    private var lastEvent: (event: Wire.Event, time: Instant<NodeClock>)?

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
            // The same state twice, as at the start, is no news.
            defer { keep(now) }
            if let last, last.revision == now.revision, last.sessionId == now.sessionId { return }
            try session.show(["kind": "snapshot", "now": now.json]) { NowText.plainLine(now) }
        case .event(let event):
            if let now = event.nowPlaying { keep(now) }
            lastEvent = (event, session.outside.now())
            if every == nil || event.kind != .progress { try show(event) }
        case .tick: try showProgress()
        case .lost:
            last = nil
            tracker = nil
            session.outside.complain(
                "tutti: the coordinator at \(session.options.endpoint) does not answer; trying again"
            )
        }
    }

    private func keep(_ now: Wire.NowPlaying) {
        last = now
        tracker = NowTracker(now, at: session.outside.now())
    }

    private func show(_ event: Wire.Event) throws(CommandFailure) {
        if session.options.json {
            try session.outside.output.write(event.json.text + "\n")
        } else if let line = EventText.line(event, withTenths: every.map { $0 < .milliseconds(1_000) } ?? false) {
            try session.outside.output.write(line + "\n")
        }
    }

    /// As the coordinator would tell it at this moment.
    private func showProgress() throws(CommandFailure) {
        guard every != nil, let tracker, tracker.latest.state == .playing else { return }
        let time = session.outside.now()
        var event = Wire.Event(kind: .progress, nowPlaying: tracker.at(time))
        event.sessionId = tracker.latest.sessionId
        event.zone = tracker.latest.zone
        if let lastEvent {
            event.revision = lastEvent.event.revision
            event.timeNs = lastEvent.event.timeNs &+ (time - lastEvent.time).nanoseconds
            event.zone = lastEvent.event.zone
        }
        try show(event)
    }
}
