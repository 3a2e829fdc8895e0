import AudioCore
import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let events = Subcommand(
        "events",
        "print what happens, one line each, until Ctrl-C",
        details: [
            "With --json the first line, and one after each loss of events or restart of the coordinator, has the kind "
                + "‘snapshot’ and the state as ‘now’ prints it."
        ],
        examples: [HelpEntry("tutti events --json | jq -r .kind", "prints the kind of each event")]
    ) { (_, session) throws(CommandFailure) in
        var last: Wire.NowPlaying?
        try EventLoop(session, tick: .milliseconds(60_000)).run { (step) throws(CommandFailure) in
            switch step {
            case .resynchronize:
                let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
                // The same state twice, as at the start, is no news.
                defer { last = now }
                if let last, last.revision == now.revision, last.sessionId == now.sessionId { return }
                try session.show(["kind": "snapshot", "now": now.json]) { NowText.plainLine(now) }
            case .event(let event):
                if let now = event.nowPlaying { last = now }
                if session.options.json {
                    try session.outside.output.write(event.json.text + "\n")
                } else if let line = EventText.line(event) {
                    try session.outside.output.write(line + "\n")
                }
            case .tick: break
            case .lost:
                last = nil
                session.outside.complain(
                    "tutti: the coordinator at \(session.options.endpoint) does not answer; trying again"
                )
            }
        }
    }
}
