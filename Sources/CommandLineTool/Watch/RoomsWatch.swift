import AudioCore
import ControlClient
import WireFormat

/// `rooms --watch`: a live table on a terminal; elsewhere a line for each room that changed; with --json all rooms each
/// second and with each change.
final class RoomsWatch {
    private let session: Session
    private let isLive: Bool
    private var area: LiveArea
    private var known: [String: String] = [:]

    private static let refresh = Interval.milliseconds(1_000)

    init(_ session: Session) {
        self.session = session
        isLive = session.outside.output.isTerminal && !session.options.json
        area = LiveArea(session.outside.output)
    }

    func run() throws(CommandFailure) {
        try EventLoop(session, tick: Self.refresh).run { (step) throws(CommandFailure) in try self.take(step) }
        try area.finish()
    }

    private func take(_ step: EventLoop.Step) throws(CommandFailure) {
        switch step {
        case .resynchronize, .tick: try refresh()
        case .event(let event):
            if event.kind == .roomChanged { try refresh() }
        case .lost:
            let line = "tutti: \(session.lost)"
            if isLive {
                try area.draw([line])
            } else {
                session.outside.complain(line)
            }
        }
    }

    private func refresh() throws(CommandFailure) {
        let response = try session.rooms()
        if session.options.json {
            try session.outside.output.write(response.json.text + "\n")
        } else if isLive {
            let width = session.outside.output.size.columns - 1
            try area.draw(RoomsText.lines(response.rooms, width: width, palette: session.palette))
        } else {
            try printChanges(response.rooms)
        }
    }

    private func printChanges(_ rooms: [Wire.Room]) throws(CommandFailure) {
        for room in rooms {
            let line = RoomsText.line(room)
            guard known.updateValue(line, forKey: room.id) != line else { continue }
            try session.outside.output.write(line + "\n")
        }
    }
}
