import ControlClient
import OptionParsing

extension Subcommand {
    static let toggle = Subcommand(
        "toggle",
        "pause if it plays, else play",
        examples: [HelpEntry("tutti toggle", "for a key on a keyboard")]
    ) { (_, session) throws(CommandFailure) in
        try perform(.toggle(), session)
    }
}
