import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let volume = Subcommand(
        "volume",
        "show or set the volume of all rooms together",
        usage: "[0-100]",
        details: [
            "Every room plays at its own volume (‘tutti room NAME volume’) times this one, so the rooms keep their ratios. "
                + "A new zone is at 100."
        ],
        operands: 0...1,
        operandNames: [HelpEntry("0-100", "how loud; without it the volume is shown")],
        examples: [HelpEntry("tutti volume 70", "makes every room quieter")]
    ) { (parsed, session) throws(CommandFailure) in
        let percent = try usable { () throws(UsageError) in try parsed.operand(0, "VOLUME", .integer(in: 0...100)) }
        guard let percent else {
            let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
            return try session.show(json(now)) { "volume \(now.volumePercent)" }
        }
        let response = try session.call(.setVolume(UInt32(percent)))
        let now = response.nowPlaying ?? Wire.NowPlaying()
        try session.show(json(now).adding("effective_time_ns", .integer(response.effectiveTimeNs))) {
            "volume \(now.volumePercent)"
        }
    }

    private static func json(_ now: Wire.NowPlaying) -> JSONValue {
        ["zone": .string(now.zone), "volume": .unsigned(UInt64(now.volumePercent))]
    }
}
