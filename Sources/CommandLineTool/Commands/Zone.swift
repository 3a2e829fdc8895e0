import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let zone = Subcommand(
        "zone",
        "show, create, delete or rename a zone",
        usage: "NAME [create | delete | rename NEW]",
        details: [
            "A zone has a queue, a volume and rooms of its own. Rooms come to it with ‘tutti room NAME zone NAME’, and other "
                + "commands are about it with ‘--zone NAME’. The rooms of a deleted zone go to the default zone."
        ],
        operands: 1...3,
        operandNames: [
            HelpEntry("NAME", "the zone’s name or id, as ‘zones’ shows it"),
            HelpEntry("create", "a new zone, empty and at volume 100"),
            HelpEntry("delete", "the zone with its queue"),
            HelpEntry("rename NEW", "another name; the id stays"),
        ],
        completions: [.init(.zones, at: 0), .init(.words(ZoneAction.verbs), at: 1)],
        isOfHouse: true,
        examples: [
            HelpEntry("tutti zone upstairs create", "makes a zone"),
            HelpEntry("tutti room bath zone upstairs", "moves a room to it"),
            HelpEntry("tutti --zone upstairs add ~/Music/album --play", "plays something there"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let name = parsed.operands.first ?? ""
        let action = try usable { () throws(UsageError) in try ZoneAction(parsed) }
        switch action {
        case .show: try show(name, session)
        case .create: try print(try session.call(.createZone(name)).zone, session)
        case .rename(let new): try print(try session.call(.renameZone(name, to: new)).zone, session)
        case .delete:
            _ = try session.call(.deleteZone(name))
            try session.show(["zone": .string(name), "deleted": .boolean(true)]) { "\(oneLine(name)) is deleted" }
        }
    }

    private static func print(_ zone: Wire.Zone?, _ session: Session) throws(CommandFailure) {
        let zone = zone ?? Wire.Zone()
        try session.show(zone.json) { ZonesText.line(zone) }
    }

    private static func show(_ name: String, _ session: Session) throws(CommandFailure) {
        let zones = try session.call(.zones).zones
        guard let zone = zones.first(where: { $0.id == name || $0.name.lowercased() == name.lowercased() }) else {
            let near = Suggestion.nearest(to: name, in: zones.map(\.name)).map { "; did you mean ‘\($0)’?" }
            throw .failed("there is no zone ‘\(name)’\(near ?? "; ‘tutti zones’ lists them")")
        }
        try print(zone, session)
    }
}

/// What `zone` was asked to do.
enum ZoneAction: Hashable {
    case show
    case create
    case delete
    case rename(String)

    static let verbs = ["create", "delete", "rename"]

    init(_ parsed: ParsedArguments) throws(UsageError) {
        if parsed.operands.first?.isEmpty != false { throw parsed.usageError("NAME: the value is empty") }
        guard parsed.operands.count > 1 else {
            self = .show
            return
        }
        let verb = try parsed.operand(1, "what to do", .choice(Self.verbs) { $0 }) ?? ""
        if verb == "rename" {
            guard let new = try parsed.operand(2, "rename", .text) else {
                throw parsed.usageError("rename needs a value, as in ‘tutti zone NAME rename garden’")
            }
            self = .rename(new)
            return
        }
        if let extra = parsed.operands.dropFirst(2).first {
            throw parsed.usageError("‘\(extra)’ is one operand too many: \(verb) takes none")
        }
        self = verb == "create" ? .create : .delete
    }
}
