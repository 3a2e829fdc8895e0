import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let rooms = Subcommand(
        "rooms",
        "show the rooms and how well they are in time",
        details: [
            "ERROR: how far from its time the loudspeaker plays, now and in the worst of a hundred cases (p99). CLOCK: "
                + "how well the coordinator's clock is known. RATE: how much faster the sound device's crystal runs."
        ],
        options: [watch.declaration],
        examples: [HelpEntry("tutti rooms --watch", "shows a live table until Ctrl-C")]
    ) { (parsed, session) throws(CommandFailure) in
        if parsed[watch] { return try RoomsWatch(session).run() }
        let response = try session.rooms()
        let output = session.outside.output
        try session.show(response.json) {
            RoomsText.lines(
                response.rooms,
                width: output.isTerminal ? output.size.columns : nil,
                palette: session.palette
            ).joined(separator: "\n")
        }
    }
}
