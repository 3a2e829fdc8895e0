import ControlClient
import OptionParsing

extension Subcommand {
    static let seek = Subcommand(
        "seek",
        "go to another time in the track",
        usage: "TIME",
        operands: 1...1,
        operandNames: [
            HelpEntry("TIME", "M:SS, H:MM:SS or seconds from the start; with + or - before it, from here")
        ],
        examples: [
            HelpEntry("tutti seek 1:30", "goes to one minute and a half"),
            HelpEntry("tutti seek -15", "goes back 15 seconds"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let text = parsed.operands.first ?? ""
        guard let target = SeekTarget(text) else {
            throw .usage(parsed.usageError("TIME: ‘\(text)’ is not a time; give one such as 1:30, 90, +15 or -0:30"))
        }
        try perform(.seek(target), session)
    }
}
