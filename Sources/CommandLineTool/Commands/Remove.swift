import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let remove = Subcommand(
        "remove",
        "remove tracks from the queue",
        usage: "ID...",
        operands: 1...Int.max,
        operandNames: [HelpEntry("ID", "a track's id, as ‘queue’ shows it")],
        examples: [HelpEntry("tutti remove 4 5", "removes two tracks")]
    ) { (parsed, session) throws(CommandFailure) in
        let ids = try usable { () throws(UsageError) in try parsed.operands.indices.map(itemID(parsed)) }
        let response = try session.call(.remove(ids))
        try session.show(response.json) {
            "removed \(Wording.count(ids.count, "track")), \(response.queueLength) left"
        }
    }

    /// Reads an operand as an item's id.
    static func itemID(_ parsed: ParsedArguments) -> (Int) throws(UsageError) -> UInt64 {
        { (index) throws(UsageError) in
            guard let id = try parsed.operand(index, "ID", .integer(in: 1...Int.max)) else {
                throw parsed.usageError("ID is missing")
            }
            return UInt64(id)
        }
    }
}
