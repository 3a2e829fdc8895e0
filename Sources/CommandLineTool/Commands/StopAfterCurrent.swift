import ControlClient
import OptionParsing

extension Subcommand {
    static let stopAfterCurrent = Subcommand(
        "stop-after-current",
        "stop when the track is over",
        usage: "(on|off)",
        operands: 1...1,
        operandNames: onOrOff("stops once, and turns itself off then", "goes on as the mode says"),
        examples: [HelpEntry("tutti stop-after-current on", "plays this track to its end and no other")]
    ) { (parsed, session) throws(CommandFailure) in
        try perform(.setSwitches(stopAfterCurrent: switchOperand(parsed)), session)
    }
}
