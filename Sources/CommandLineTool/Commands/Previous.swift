import ControlClient
import OptionParsing

extension Subcommand {
    static let previous = Subcommand(
        "prev",
        "play the previous track",
        details: [
            "It never means the start of this one, which is ‘seek 0’, but for the first track in the mode ‘off’."
        ],
        examples: [HelpEntry("tutti prev", "goes back")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.previous(), session)
    }
}
