import ControlClient
import OptionParsing

extension Subcommand {
    static let clear = Subcommand(
        "clear",
        "empty the queue",
        examples: [HelpEntry("tutti clear", "stops and removes every track")]
    ) { (_, session) throws(CommandFailure) in
        let response = try session.call(.clear())
        try session.show(response.json) { "the queue is empty" }
    }
}
