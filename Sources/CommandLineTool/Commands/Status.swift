import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let status = Subcommand(
        "status",
        "show how the coordinator is",
        isOfHouse: true,
        examples: [HelpEntry("tutti status", "shows version, rooms, lead and warnings")]
    ) { (_, session) throws(CommandFailure) in
        let status = try session.call(.status)
        try session.show(status.json) { text(status, session) }
    }

    private static func text(_ status: Wire.GetStatusResponse, _ session: Session) -> String {
        let pairs = [
            ("coordinator", "\(session.options.endpoint)"),
            ("version", "\(oneLine(status.version)), protocol \(status.protocolVersion)"),
            ("running for", Wording.uptime(milliseconds: status.uptimeMs)),
            ("rooms", "\(status.roomsConnected) connected, \(status.roomsKnown) known"),
            ("lead", lead(status)),
            ("commands take", Wording.span(nanoseconds: status.commandLeadNs)),
            ("bit rate", "\(status.bitrateBps / 1_000) kbit/s"),
            ("state in", oneLine(status.stateDirectory)),
        ]
        let width = pairs.reduce(0) { max($0, $1.0.count) } + 2
        let warnings = status.warnings.map { session.palette(.doubtful, "warning") + ": \(oneLine($0))" }
        return (pairs.map { DisplayWidth.pad($0.0, to: width) + $0.1 } + warnings).joined(separator: "\n")
    }

    /// The configured one, and the one in force where the rooms' networks have made it longer.
    private static func lead(_ status: Wire.GetStatusResponse) -> String {
        let configured = Wording.span(nanoseconds: status.leadNs)
        guard status.presentLeadNs > status.leadNs else { return configured }
        return "\(configured), \(Wording.span(nanoseconds: status.presentLeadNs)) for now"
    }
}
