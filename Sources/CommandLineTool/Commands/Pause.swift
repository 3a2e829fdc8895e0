import ControlClient
import OptionParsing

extension Subcommand {
    static let pause = Subcommand(
        "pause",
        "pause all rooms",
        examples: [HelpEntry("tutti pause", "falls silent; ‘play’ goes on from there")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.pause(), session)
    }
}
