import ControlClient
import OptionParsing

extension Subcommand {
    static let play = Subcommand(
        "play",
        "play, or go on after a pause",
        usage: "[INDEX]",
        operands: 0...1,
        operandNames: [HelpEntry("INDEX", "the track's place in the queue, as ‘queue’ shows it; the first is 1")],
        examples: [HelpEntry("tutti play 3", "plays the third track")]
    ) { (parsed, session) throws(CommandFailure) in
        let index = try usable { () throws(UsageError) in
            try parsed.operand(0, "INDEX", .integer(in: 1...1_000_000))
        }
        try perform(index.map { .play(index: UInt32($0 - 1)) } ?? .play(), session)
    }
}
