import ControlClient
import OptionParsing

extension Subcommand {
    static let clear = Subcommand(
        "clear",
        "empty the queue",
        options: [ifVersion.declaration],
        examples: [HelpEntry("tutti clear", "stops and removes every track")]
    ) { (parsed, session) throws(CommandFailure) in
        let response = try session.call(.clear(ifVersion: version(parsed)))
        try session.show(response.json) { "the queue is empty" }
    }
}
