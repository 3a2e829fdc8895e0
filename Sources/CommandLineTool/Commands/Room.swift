import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let room = Subcommand(
        "room",
        "show or change a room",
        usage: "NAME [volume 0-100 | mute | unmute | delay MS | balance -100..100 | "
            + "channels (stereo|mono|left|right|swapped) | ceiling 0-100 | pause-on-unplug (on|off) | zone NAME | rename NEW | forget]",
        details: [
            "The coordinator keeps what is set and the room obeys it before its first sound. A positive delay makes the "
                + "room sound later, a negative one earlier: -2000 to 2000, in steps of 0.1.",
            "A room plays at its volume times that of its zone (‘tutti volume’), and never above its ceiling.",
        ],
        operands: 1...3,
        operandNames: [
            HelpEntry("NAME", "the room's name or id, as ‘rooms’ shows it"),
            HelpEntry("volume 0-100", "how loud"),
            HelpEntry("mute, unmute", "silent, and back to the volume"),
            HelpEntry("delay MS", "sound later than the others"),
            HelpEntry("balance -100..100", "negative: the right channel quieter; positive: the left one"),
            HelpEntry("channels MODE", "stereo, mono, left or right on both sides, or swapped"),
            HelpEntry("ceiling 0-100", "the volume that is never exceeded"),
            HelpEntry("pause-on-unplug on|off", "the zone pauses when this room’s device or headphones are unplugged"),
            HelpEntry("zone NAME", "what it plays from now on"),
            HelpEntry("rename NEW", "another name"),
            HelpEntry("forget", "forget a room that is gone for good"),
        ],
        completions: RoomAction.completions,
        isOfHouse: true,
        examples: [
            HelpEntry("tutti room kitchen volume 40", "sets a room's volume"),
            HelpEntry("tutti room bath delay -2.5", "lets a room sound 2.5 ms earlier"),
            HelpEntry("tutti room shelf-left channels left", "plays the left half of a pair of rooms"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let action = try usable { () throws(UsageError) in try RoomAction(parsed) }
        switch action {
        case .show(let name): try show(name, session)
        case .update(let request): try update(request, session)
        case .forget(let name):
            _ = try session.call(.forget(room: name))
            try session.show(["room": .string(name), "forgotten": .boolean(true)]) { "\(oneLine(name)) is forgotten" }
        }
    }

    private static func show(_ name: String, _ session: Session) throws(CommandFailure) {
        let rooms = try session.rooms().rooms
        let matches = rooms.filter { $0.id == name || $0.name.lowercased() == name.lowercased() }
        guard let room = matches.first(where: { $0.id == name }) ?? matches.first else {
            let near = Suggestion.nearest(to: name, in: rooms.map(\.name)).map { "; did you mean ‘\($0)’?" }
            throw .failed("there is no room ‘\(name)’\(near ?? "; ‘tutti rooms’ lists them")")
        }
        try session.show(room.json) { RoomsText.details(room, palette: session.palette).joined(separator: "\n") }
    }

    private static func update(_ request: Wire.UpdateRoomRequest, _ session: Session) throws(CommandFailure) {
        let response = try session.call(.update(request))
        var room = response.room ?? Wire.Room()
        room.zone = try session.zoneNames()[room.zone] ?? room.zone
        try session.show(room.json.adding("effective_time_ns", .integer(response.effectiveTimeNs))) {
            RoomsText.line(room)
        }
    }
}

/// What `room` was asked to do.
enum RoomAction: Hashable {
    case show(String)
    case update(Wire.UpdateRoomRequest)
    case forget(String)

    private static let verbs = [
        "volume", "mute", "unmute", "delay", "balance", "channels", "ceiling", "pause-on-unplug", "zone", "rename",
        "forget",
    ]
    static let completions: [OperandCompletion] = [
        .init(.rooms, at: 0), .init(.words(verbs), at: 1),
        .init(.words(Wire.ChannelMode.choices.map(\.spelling)), at: 2, after: "channels"),
        .init(.switches, at: 2, after: "pause-on-unplug"), .init(.zones, at: 2, after: "zone"),
    ]
    private static let lonely = ["mute", "unmute", "forget"]

    init(_ parsed: ParsedArguments) throws(UsageError) {
        let name = parsed.operands.first ?? ""
        if name.isEmpty { throw parsed.usageError("NAME: the value is empty") }
        guard parsed.operands.count > 1 else {
            self = .show(name)
            return
        }
        let verb = try parsed.operand(1, "what to do", .choice(Self.verbs) { $0 }) ?? ""
        if Self.lonely.contains(verb), let extra = parsed.operands.dropFirst(2).first {
            throw parsed.usageError("‘\(extra)’ is one operand too many: \(verb) takes none")
        }
        guard verb != "forget" else {
            self = .forget(name)
            return
        }
        self = .update(try Self.request(parsed, name, verb))
    }

    private static func request(
        _ parsed: ParsedArguments,
        _ name: String,
        _ verb: String
    ) throws(UsageError) -> Wire.UpdateRoomRequest {
        var request = Wire.UpdateRoomRequest(room: name)
        switch verb {
        case "volume":
            request.hasVolume = true
            request.volumePercent = UInt32(try Self.value(parsed, "volume", .integer(in: 0...100)))
        case "mute", "unmute":
            request.hasMuted = true
            request.muted = verb == "mute"
        case "delay":
            let milliseconds = try Self.value(parsed, "delay", .number(in: -2_000...2_000, unit: "ms"))
            request.hasDelay = true
            request.delayNs = Int64((milliseconds * 10).rounded()) * 100_000
        case "balance":
            request.hasBalance = true
            request.balance = Int32(try Self.value(parsed, "balance", .integer(in: -100...100)))
        case "channels":
            request.channels = try Self.value(parsed, "channels", .choice(Wire.ChannelMode.choices) { $0.spelling })
        case "ceiling":
            request.hasCeiling = true
            request.ceilingPercent = UInt32(try Self.value(parsed, "ceiling", .integer(in: 0...100)))
        case "pause-on-unplug":
            request.hasPauseOnUnplug = true
            request.pauseOnUnplug =
                try Self.value(parsed, "pause-on-unplug", .choice([true, false]) { $0 ? "on" : "off" })
        case "zone":
            request.hasZone = true
            request.zone = try Self.value(parsed, "zone", .text)
        default:
            request.hasName = true
            request.name = try Self.value(parsed, "rename", .text)
        }
        return request
    }

    private static func value<Value>(
        _ parsed: ParsedArguments,
        _ verb: String,
        _ type: ValueType<Value>
    ) throws(UsageError) -> Value {
        guard let value = try parsed.operand(2, verb, type) else {
            throw parsed.usageError("\(verb) needs a value, as in ‘tutti room NAME \(verb) \(example(verb))’")
        }
        return value
    }

    private static func example(_ verb: String) -> String {
        switch verb {
        case "volume": "50"
        case "delay": "12.5"
        case "balance": "-20"
        case "channels": "mono"
        case "ceiling": "70"
        case "pause-on-unplug": "on"
        case "zone": "upstairs"
        default: "kitchen"
        }
    }
}
