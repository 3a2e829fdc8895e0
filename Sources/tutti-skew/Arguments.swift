import OptionParsing

/// What the command line asks for.
struct Arguments {
    /// Paths of recordings; the first is the one that the others are compared with.
    var recordings: [String]
    /// Seconds to leave out.
    var skip: Double
    var tail: Double
    var json: Bool
    var trace: Bool

    private static let skipOption = Option(
        "skip",
        .number(in: 0...1e6, unit: "seconds").named("SECONDS"),
        default: 0,
        help: "leave out so much of the time they share at its beginning"
    )
    private static let tailOption = Option(
        "tail",
        .number(in: 0...1e6, unit: "seconds").named("SECONDS"),
        default: 0.5,
        help: "leave out so much at its end"
    )
    private static let jsonFlag = Flag("json", help: "print one JSON object")
    private static let traceFlag = Flag("trace", help: "print every window: seconds, microseconds late, similarity")

    static let specification = CommandSpecification(
        name: "tutti-skew",
        summary: "say how far apart in time virtual sound cards played the same sound",
        usage: "[OPTIONS] RECORDING RECORDING...",
        details: [
            "Compares every recording with the first. Windows of 200 ms are measured, one each 250 ms. ‘alone’ counts "
                + "windows in which only one of the two could be heard, ‘unmatched’ those in which they played different "
                + "sounds. When a pair has no window at all the exit code is 1."
        ],
        options: [
            skipOption.declaration, tailOption.declaration, jsonFlag.declaration, traceFlag.declaration,
        ],
        operands: 2...Int.max,
        operandNames: [
            HelpEntry("RECORDING", "what a virtual card recorded: DIR/NAME, for DIR/NAME.journal and DIR/NAME.pcm"),
            HelpEntry("RECORDING", "another one"),
        ],
        examples: [
            HelpEntry("tutti-skew --skip 5 /tmp/house/kitchen /tmp/house/bath", "leave the first 5 seconds out")
        ],
        exitCodes: ExitCode.alone
    )

    init(_ parsed: ParsedArguments) {
        self.recordings = parsed.operands
        self.skip = parsed[Self.skipOption]
        self.tail = parsed[Self.tailOption]
        self.json = parsed[Self.jsonFlag]
        self.trace = parsed[Self.traceFlag]
    }
}
