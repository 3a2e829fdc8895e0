import AudioCore
import LinuxSystem
import OptionParsing
import OpusCodec
import RPC

/// The command line of `tutti-coordinator`.
struct CoordinatorOptions {
    static let listen = Option("listen", .text.named("ADDR"), default: "127.0.0.1", help: "the address to listen on")
    static let port = Option(
        "port",
        .integer(in: 1...65_532),
        default: 7_700,
        help: "the control port; events, clock (UDP) and audio use the three after it, each further zone one more"
    )
    static let state = Option(
        optional: "state",
        .text.named("DIR"),
        help: "the folder of what is kept (default: $STATE_DIRECTORY, else $XDG_STATE_HOME/tutti, "
            + "else ~/.local/state/tutti)"
    )
    static let lead = Option(
        "lead",
        .number(in: 0.2...10, unit: "seconds").named("SECONDS"),
        default: 2,
        help: "how far ahead audio is sent to the rooms; commands do not wait for it"
    )
    static let bitrate = Option(
        "bitrate",
        .integer(in: OpusPacketEncoder.bitrates, unit: "bit/s").named("BPS"),
        default: 128_000,
        help: "the bit rate of the audio that is sent, in bit/s"
    )
    static let insecure = Flag("insecure", help: "listen beyond this machine without encryption")
    static let logLevel = Option(
        "log-level",
        .choice(Log.Level.allCases) { $0.name }.named("LEVEL"),
        default: .info,
        help: "what is logged: debug, info, notice, warning or error"
    )

    static let specification = CommandSpecification(
        name: "tutti-coordinator",
        summary: "Plays one queue of music in many rooms together.",
        details: [
            "Decodes and sends the music, keeps the queue and the rooms' settings, and answers the rooms and the remotes."
        ],
        options: [
            listen.declaration, port.declaration, state.declaration, lead.declaration, bitrate.declaration,
            insecure.declaration, logLevel.declaration,
        ],
        examples: [
            HelpEntry("tutti-coordinator", "for rooms on this machine"),
            HelpEntry("tutti-coordinator --listen 0.0.0.0 --insecure", "for every room of a network that you trust"),
        ],
        exitCodes: ExitCode.alone
    )

    var endpoint: Endpoint
    var security: TransportSecurity
    var stateFolder: String
    var lead: Interval
    var bitrate: Int
    var logLevel: Log.Level

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let host = arguments[Self.listen]
        do {
            // The host alone, in brackets or not.
            endpoint = try Endpoint(parsing: host, defaultPort: UInt16(arguments[Self.port]))
        } catch {
            throw arguments.usageError("--listen: \(error.message)")
        }
        guard endpoint.port == UInt16(arguments[Self.port]) else {
            throw arguments.usageError("--listen: give the address alone and the port with --port")
        }
        security = .clear(allowInsecure: arguments[Self.insecure])
        stateFolder = StateDirectory.resolve(arguments[Self.state])
        lead = .seconds(arguments[Self.lead])
        bitrate = arguments[Self.bitrate]
        logLevel = arguments[Self.logLevel]
    }
}
