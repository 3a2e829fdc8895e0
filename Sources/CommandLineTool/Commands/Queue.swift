import OptionParsing

extension Subcommand {
    static let queue = Subcommand(
        "queue",
        "show the queue",
        details: [
            "The first number counts from 1 and is what ‘play’ and ‘move’ take; ID is what ‘remove’ and ‘move’ take."
        ],
        examples: [HelpEntry("tutti queue", "shows what is queued; > marks what is current")]
    ) { (_, session) throws(CommandFailure) in
        let list = try session.wholeQueue()
        let output = session.outside.output
        try session.show(list.json) {
            QueueText.lines(list, width: output.isTerminal ? output.size.columns : nil, palette: session.palette)
                .joined(separator: "\n")
        }
    }
}
