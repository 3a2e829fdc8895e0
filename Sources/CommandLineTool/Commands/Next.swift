import ControlClient
import OptionParsing

extension Subcommand {
    static let next = Subcommand(
        "next",
        "play the next track",
        examples: [HelpEntry("tutti next", "skips the rest of this one")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.next(), session)
    }
}
