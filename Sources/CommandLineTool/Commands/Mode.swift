import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let mode = Subcommand(
        "mode",
        "show or choose what comes after a track",
        usage: "[off|loop|shuffle|one]",
        operands: 0...1,
        operandNames: [
            HelpEntry("off", "the next track, and the end after the last"),
            HelpEntry("loop", "the first again after the last"),
            HelpEntry("shuffle", "all in random order"),
            HelpEntry("one", "the same track again"),
        ],
        completions: [.init(.words(Wire.PlayMode.choices.map(\.spelling)), at: 0)],
        examples: [HelpEntry("tutti mode shuffle", "plays in random order"), HelpEntry("tutti mode", "shows the mode")]
    ) { (parsed, session) throws(CommandFailure) in
        let mode = try usable { () throws(UsageError) in
            try parsed.operand(0, "MODE", .choice(Wire.PlayMode.choices) { $0.spelling })
        }
        if let mode { return try perform(.setMode(mode), session) }
        let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
        let json: JSONValue = ["zone": .string(now.zone), "mode": .string(now.mode.spelling)]
        try session.show(json) { "mode \(now.mode.spelling)" }
    }
}
