import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let doctor = Subcommand(
        "doctor",
        "explain what is wrong with the rooms and what to do",
        details: ["Ends with 1 where there is a problem or a warning, with 0 where all is well."],
        examples: [HelpEntry("tutti doctor", "looks at every room's report")]
    ) { (_, session) throws(CommandFailure) in
        let status = try session.call(.status)
        let diagnosis = Diagnosis(status: status, rooms: try session.call(.rooms).rooms)
        try session.show(diagnosis.json) { diagnosis.lines(palette: session.palette).joined(separator: "\n") }
        if !diagnosis.isWell { throw .shown }
    }
}
