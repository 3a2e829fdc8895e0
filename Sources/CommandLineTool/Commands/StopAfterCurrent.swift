import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let stopAfterCurrent = Subcommand(
        "stop-after-current",
        "show or set whether it stops when the track is over",
        usage: "[on|off]",
        operands: 0...1,
        operandNames: onOrOff("stops once, and turns itself off then", "goes on as the mode says"),
        completions: [.init(.switches, at: 0)],
        examples: [
            HelpEntry("tutti stop-after-current on", "plays this track to its end and no other"),
            HelpEntry("tutti stop-after-current", "shows the switch"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        if let isOn = try switchOperand(parsed) { return try perform(.setSwitches(stopAfterCurrent: isOn), session) }
        try showSwitch("stop-after-current", session, key: "stop_after_current", \.stopAfterCurrent)
    }
}
