import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let mode = Subcommand(
        "mode",
        "choose what comes after a track",
        usage: "(off|loop|shuffle|one)",
        operands: 1...1,
        operandNames: [
            HelpEntry("off", "the next track, and the end after the last"),
            HelpEntry("loop", "the first again after the last"),
            HelpEntry("shuffle", "all in random order"),
            HelpEntry("one", "the same track again"),
        ],
        examples: [HelpEntry("tutti mode shuffle", "plays in random order")]
    ) { (parsed, session) throws(CommandFailure) in
        let mode = try usable { () throws(UsageError) in
            try parsed.operand(0, "MODE", .choice(Wire.PlayMode.choices) { $0.spelling }) ?? .off
        }
        try perform(.setMode(mode), session)
    }
}
