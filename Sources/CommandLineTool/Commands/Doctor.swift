import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let doctor = Subcommand(
        "doctor",
        "explain what is wrong with the zones and rooms and what to do",
        details: ["Ends with 1 where there is a problem or a warning, with 0 where all is well."],
        isOfHouse: true,
        examples: [HelpEntry("tutti doctor", "looks at what every zone plays, and at every room's report")]
    ) { (_, session) throws(CommandFailure) in
        let status = try session.call(.status)
        var zones: [(Wire.Zone, Wire.NowPlaying)] = []
        for zone in try session.zones() {
            // It may have been deleted meanwhile.
            guard let now = try? session.call(.nowPlaying(zone: zone.id)).nowPlaying else { continue }
            zones.append((zone, now))
        }
        let diagnosis = Diagnosis(status: status, zones: zones, rooms: try session.call(.rooms).rooms)
        try session.show(diagnosis.json) { diagnosis.lines(palette: session.palette).joined(separator: "\n") }
        if !diagnosis.isWell { throw .shown }
    }
}
