import ControlClient
import OptionParsing

extension Subcommand {
    static let consume = Subcommand(
        "consume",
        "take tracks out of the queue once they are played",
        usage: "(on|off)",
        operands: 1...1,
        operandNames: onOrOff("tracks leave when they are over, or ‘next’ skips them", "tracks stay"),
        examples: [HelpEntry("tutti consume on", "makes the queue a list of what is still to be played")]
    ) { (parsed, session) throws(CommandFailure) in
        try perform(.setSwitches(consume: switchOperand(parsed)), session)
    }

    static func onOrOff(_ on: String, _ off: String) -> [HelpEntry] { [HelpEntry("on", on), HelpEntry("off", off)] }

    /// Reads the operand `on` or `off`.
    static func switchOperand(_ parsed: ParsedArguments) throws(CommandFailure) -> Bool {
        try usable { () throws(UsageError) in
            try parsed.operand(0, "SWITCH", .choice([true, false]) { $0 ? "on" : "off" }) ?? false
        }
    }
}
