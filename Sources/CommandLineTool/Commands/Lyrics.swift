import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let follow = Flag(
        "follow",
        short: "f",
        help: "show the line that is sung, with its neighbours, until Ctrl-C"
    )

    static let lyrics = Subcommand(
        "lyrics",
        "show the lyrics of what plays",
        details: [
            "They are those of a .lrc file beside the track, else of its tags. With --follow a line is shown when the rooms "
                + "hear it; that needs lyrics with times."
        ],
        options: [follow.declaration],
        examples: [
            HelpEntry("tutti lyrics", "prints all lines"),
            HelpEntry("tutti lyrics --follow", "sings along"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        if parsed[follow] { return try LyricsWatch(session).run() }
        let lyrics = try session.call(.lyrics())
        try session.show(lyrics.json) { LyricsText.lines(lyrics).joined(separator: "\n") }
    }
}
