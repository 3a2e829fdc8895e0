import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let watch = Flag("watch", short: "w", help: "go on showing it until Ctrl-C")

    static let now = Subcommand(
        "now",
        "show what plays",
        details: ["Times are what the rooms hear at this moment."],
        options: [watch.declaration],
        examples: [
            HelpEntry("tutti now --watch", "shows one line with a progress bar until Ctrl-C"),
            HelpEntry("tutti now --json", "prints one JSON object for a script"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        if parsed[watch] { return try NowWatch(session).run() }
        let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
        try session.show(now.json) {
            NowText.lines(now, width: session.outside.output.size.columns, palette: session.palette)
                .joined(separator: "\n")
        }
    }
}
