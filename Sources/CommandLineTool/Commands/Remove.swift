import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let ifVersion = Option(
        optional: "if-version",
        .integer(in: 0...Int.max).named("N"),
        help: "only if the queue still has this version, as ‘queue --json’ shows it: nobody else has changed it since"
    )

    static let remove = Subcommand(
        "remove",
        "remove tracks from the queue",
        usage: "ID...",
        options: [ifVersion.declaration],
        operands: 1...Int.max,
        operandNames: [HelpEntry("ID", "a track's id, as ‘queue’ shows it")],
        examples: [
            HelpEntry("tutti remove 4 5", "removes two tracks"),
            HelpEntry("tutti remove --if-version 12 4", "fails if somebody changed the queue since version 12"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let ids = try usable { () throws(UsageError) in try parsed.operands.indices.map(itemID(parsed)) }
        let response = try session.call(.remove(ids, ifVersion: version(parsed)))
        try session.show(response.json) {
            "removed \(Wording.count(ids.count, "track")), \(response.queueLength) left"
        }
    }

    /// The version of the queue that an edit is for; nil: any.
    static func version(_ parsed: ParsedArguments) -> UInt64? { parsed[ifVersion].map { UInt64($0) } }

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
