import ControlClient
import OptionParsing

extension Subcommand {
    static let playedID = Option(
        optional: "id",
        .integer(in: 1...Int.max).named("ID"),
        help: "the track of this id, as ‘queue’ shows it, wherever it stands"
    )

    static let play = Subcommand(
        "play",
        "play, or go on after a pause",
        usage: "[--id ID | INDEX]",
        options: [playedID.declaration],
        operands: 0...1,
        operandNames: [HelpEntry("INDEX", "the track's place in the queue, as ‘queue’ shows it; the first is 1")],
        examples: [
            HelpEntry("tutti play 3", "plays the third track"),
            HelpEntry("tutti play --id 17", "plays that track, even if somebody moved it meanwhile"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let index = try usable { () throws(UsageError) in
            try parsed.operand(0, "INDEX", .integer(in: 1...1_000_000))
        }
        if let id = parsed[playedID] {
            guard index == nil else {
                throw .usage(parsed.usageError("--id and INDEX both choose a track; give one of them"))
            }
            return try perform(.play(item: UInt64(id)), session)
        }
        try perform(index.map { .play(index: UInt32($0 - 1)) } ?? .play(), session)
    }
}
