import OptionParsing

extension Subcommand {
    static let back = skip(
        "back",
        "go back in the track",
        sign: -1,
        examples: [
            HelpEntry("tutti back", "goes 15 seconds back, at most to the start of the track"),
            HelpEntry("tutti back 5", "goes 5 seconds back"),
        ]
    )
}
