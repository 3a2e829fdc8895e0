import AudioCore
import LinuxSystem
import OptionParsing
import RPC

/// The command line of `tutti-room`.
struct RoomOptions {
    var coordinator: Endpoint
    var name: String?
    var id: String?
    var device: String
    var state: String?
    var insecure: Bool
    var logLevel: Log.Level

    private static let coordinatorOption = Option(
        required: "coordinator",
        short: "c",
        .text.named("HOST[:PORT]"),
        environment: "TUTTI_COORDINATOR",
        help: "where the coordinator is; the port is 7700 unless it is given"
    )
    private static let nameOption = Option(
        optional: "name",
        .text.named("NAME"),
        help: "how people call this room, until they rename it (default: the host name)"
    )
    private static let idOption = Option(
        optional: "id",
        .text.named("ID"),
        help: "how the coordinator knows this room; without it an id is made once and kept in the state folder; "
            + "with several sound cards give each room its own"
    )
    private static let deviceOption = Option(
        "device",
        short: "d",
        .text.named("PCM"),
        default: "default",
        help: "the ALSA device to play on, see `aplay -L`"
    )
    private static let stateOption = Option(
        optional: "state",
        .text.named("DIR"),
        help: "where the id is kept (default: $STATE_DIRECTORY, else $XDG_STATE_HOME/tutti, else ~/.local/state/tutti)"
    )
    private static let insecureFlag = Flag(
        "insecure",
        help: "connect beyond this machine without encryption: anyone on the network could listen"
    )
    private static let levelOption = Option(
        "log-level",
        .choice(Log.Level.allCases) { $0.name },
        default: .info,
        help: "the least that is logged"
    )

    static let specification = CommandSpecification(
        name: "tutti-room",
        summary: "Plays a zone of Tutti on one sound device, in step with all its other rooms.",
        usage: "--coordinator HOST[:PORT] [OPTIONS]",
        details: [
            "The room runs until it is told to stop (SIGINT, SIGTERM). While the coordinator or the device is away it waits "
                + "and tries again."
        ],
        options: [
            coordinatorOption.declaration, nameOption.declaration, idOption.declaration, deviceOption.declaration,
            stateOption.declaration, insecureFlag.declaration, levelOption.declaration,
        ],
        examples: [
            HelpEntry("tutti-room --coordinator music.lan --insecure --name Kitchen", "play on the default device"),
            HelpEntry("tutti-room --coordinator 127.0.0.1 --device hw:1,0", "play on the first device of card 1"),
        ],
        exitCodes: ExitCode.alone
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        do throws(RPCError) {
            coordinator = try Endpoint(parsing: arguments[Self.coordinatorOption], defaultPort: 7_700)
        } catch {
            throw arguments.usageError("--coordinator: \(error.message)")
        }
        name = arguments[Self.nameOption]
        id = arguments[Self.idOption]
        device = arguments[Self.deviceOption]
        state = arguments[Self.stateOption]
        insecure = arguments[Self.insecureFlag]
        logLevel = arguments[Self.levelOption]
        if let name, !Self.isShort(name) { throw arguments.usageError("--name: 1 to 64 characters, no line breaks") }
        if let id, !RoomID.isValid(id) { throw arguments.usageError("--id: \(RoomID.rule)") }
    }

    private static func isShort(_ text: String) -> Bool {
        text.count <= 64 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
