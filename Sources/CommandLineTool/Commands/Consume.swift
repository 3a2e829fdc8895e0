import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let consume = Subcommand(
        "consume",
        "show or set whether tracks leave the queue once they are played",
        usage: "[on|off]",
        operands: 0...1,
        operandNames: onOrOff("tracks leave when they are over, or ‘next’ skips them", "tracks stay"),
        completions: [.init(.switches, at: 0)],
        examples: [
            HelpEntry("tutti consume on", "makes the queue a list of what is still to be played"),
            HelpEntry("tutti consume", "shows the switch"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        if let isOn = try switchOperand(parsed) { return try perform(.setSwitches(consume: isOn), session) }
        try showSwitch("consume", session, key: "consume", \.consume)
    }

    static func onOrOff(_ on: String, _ off: String) -> [HelpEntry] {
        [HelpEntry("on", on), HelpEntry("off", "\(off); without either the switch is shown")]
    }

    /// Reads the operand `on` or `off`; nil where there is none.
    static func switchOperand(_ parsed: ParsedArguments) throws(CommandFailure) -> Bool? {
        try usable { () throws(UsageError) in
            try parsed.operand(0, "SWITCH", .choice([true, false]) { $0 ? "on" : "off" })
        }
    }

    static func showSwitch(
        _ name: String,
        _ session: Session,
        key: String,
        _ isOn: (Wire.NowPlaying) -> Bool
    ) throws(CommandFailure) {
        let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
        let zone: JSONValue = ["zone": .string(now.zone)]
        try session.show(zone.adding(key, .boolean(isOn(now)))) { "\(name) \(isOn(now) ? "on" : "off")" }
    }
}
