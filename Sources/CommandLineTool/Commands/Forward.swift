import ControlClient
import OptionParsing

extension Subcommand {
    static let forward = skip(
        "forward",
        "go forward in the track",
        sign: 1,
        examples: [
            HelpEntry("tutti forward", "goes 15 seconds forward"),
            HelpEntry("tutti forward 1:00", "goes one minute forward; past the end the track is over"),
        ]
    )

    /// A seek by a time that may be left out.
    static func skip(_ name: String, _ summary: String, sign: Int64, examples: [HelpEntry]) -> Subcommand {
        Subcommand(
            name,
            summary,
            usage: "[TIME]",
            operands: 0...1,
            operandNames: [HelpEntry("TIME", "how far: seconds, M:SS or H:MM:SS; 15 seconds where it is not given")],
            examples: examples
        ) { (parsed, session) throws(CommandFailure) in
            let time = try usable { () throws(UsageError) in try parsed.operand(0, "TIME", .time) }
            try perform(.seek(.relative(sign * (time ?? 15_000))), session)
        }
    }
}
