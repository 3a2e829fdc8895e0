import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let replayGain = Subcommand(
        "replaygain",
        "show or set which ReplayGain values make tracks equally loud",
        usage: "[track|album|off]",
        details: [
            "A gain never lifts a peak above full scale; a track whose peak is not known is never made louder."
        ],
        operands: 0...1,
        operandNames: [
            HelpEntry("track", "every track as loud as every other"),
            HelpEntry("album", "albums as loud as each other, with their own differences"),
            HelpEntry("off", "tracks as they are"),
        ],
        completions: [.init(.words(replayGainModes.map(\.spelling)), at: 0)],
        examples: [HelpEntry("tutti replaygain album", "keeps the loud and quiet tracks of an album apart")]
    ) { (parsed, session) throws(CommandFailure) in
        let mode = try usable { () throws(UsageError) in
            try parsed.operand(0, "MODE", .choice(replayGainModes) { $0.spelling })
        }
        guard let mode else {
            let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
            return try session.show(json(now)) { "replaygain \(now.replayGain.spelling)" }
        }
        let response = try session.call(.setReplayGain(mode))
        let now = response.nowPlaying ?? Wire.NowPlaying()
        try session.show(json(now).adding("effective_time_ns", .integer(response.effectiveTimeNs))) {
            "replaygain \(now.replayGain.spelling)"
        }
    }

    private static let replayGainModes: [Wire.ReplayGainMode] = [.track, .album, .off]

    private static func json(_ now: Wire.NowPlaying) -> JSONValue {
        ["zone": .string(now.zone), "replay_gain": .string(now.replayGain.spelling)]
    }
}
