import ControlClient
import OptionParsing

extension Subcommand {
    static let previous = Subcommand(
        "prev",
        "play the previous track, or this one from its start",
        examples: [HelpEntry("tutti prev", "goes back")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.previous(), session)
    }
}
