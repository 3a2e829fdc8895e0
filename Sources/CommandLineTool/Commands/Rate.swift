import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let rate = Subcommand(
        "rate",
        "show or set the speed, the pitch kept",
        usage: "[R]",
        details: [
            "The speed is heard in all rooms at once and stays with the zone. A station plays at its own, and refuses another."
        ],
        operands: 0...1,
        operandNames: [HelpEntry("R", "from 0.5 to 3; 1 is as recorded; without it the speed is shown")],
        examples: [HelpEntry("tutti rate 1.25", "hears an audiobook a quarter faster")]
    ) { (parsed, session) throws(CommandFailure) in
        let rate = try usable { () throws(UsageError) in try parsed.operand(0, "RATE", .number(in: 0.5...3)) }
        guard let rate else {
            let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
            return try session.show(json(now)) { line(now) }
        }
        let response = try session.call(.setRate(permille: UInt32((rate * 1_000).rounded())))
        let now = response.nowPlaying ?? Wire.NowPlaying()
        try session.show(json(now).adding("effective_time_ns", .integer(response.effectiveTimeNs))) { line(now) }
    }

    private static func json(_ now: Wire.NowPlaying) -> JSONValue {
        ["zone": .string(now.zone), "rate": .number(Double(now.ratePermille) / 1_000)]
    }

    private static func line(_ now: Wire.NowPlaying) -> String {
        "rate \(Wording.fixed(Double(now.ratePermille) / 1_000, decimals: 2))"
    }
}
