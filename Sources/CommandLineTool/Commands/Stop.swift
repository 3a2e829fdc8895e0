import ControlClient
import OptionParsing

extension Subcommand {
    static let stop = Subcommand(
        "stop",
        "stop, and go to the start of the track",
        examples: [HelpEntry("tutti stop", "falls silent")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.stop(), session)
    }
}
