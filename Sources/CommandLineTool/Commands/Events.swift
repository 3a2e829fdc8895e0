import ControlClient
import OptionParsing

extension Subcommand {
    static let every = Option(
        optional: "every",
        .number(in: 0.1...3_600, unit: "s").named("SECONDS"),
        help: "print the progress this often instead of each second"
    )

    static let events = Subcommand(
        "events",
        "print what happens, one line each, until Ctrl-C",
        details: [
            "With --json the first line, and one after each loss of events or restart of the coordinator, has the kind "
                + "‘snapshot’ and the state as ‘now’ prints it."
        ],
        options: [every.declaration],
        examples: [
            HelpEntry("tutti events --json | jq -r .kind", "prints the kind of each event"),
            HelpEntry("tutti events --every 0.1", "prints the progress ten times a second"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        try EventsWatch(session, every: parsed[every]).run()
    }
}
