import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let move = Subcommand(
        "move",
        "move a track to another place in the queue",
        usage: "ID POSITION",
        options: [ifVersion.declaration],
        operands: 2...2,
        operandNames: [
            HelpEntry("ID", "a track's id, as ‘queue’ shows it"),
            HelpEntry("POSITION", "its place after the move; the first is 1"),
        ],
        examples: [HelpEntry("tutti move 7 1", "puts a track first")]
    ) { (parsed, session) throws(CommandFailure) in
        let id = try usable { () throws(UsageError) in try itemID(parsed)(0) }
        let position = try usable { () throws(UsageError) in
            try parsed.operand(1, "POSITION", .integer(in: 1...1_000_000)) ?? 1
        }
        let response = try session.call(.move(id, to: UInt32(position - 1), ifVersion: version(parsed)))
        try session.show(response.json) { "moved track \(id) to place \(position) of \(response.queueLength)" }
    }
}
