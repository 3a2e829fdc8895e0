import AudioCore
package import OptionParsing

/// The command line tool: finds the command, runs it, says how it ended.
package enum Tool {
    static let commands: [Subcommand] = [
        .add, .queue, .info, .remove, .move, .clear, .play, .pause, .toggle, .stop, .next, .previous, .seek,
        .forward, .back, .rate, .mode, .consume, .stopAfterCurrent, .now, .rooms,
        .room, .zones, .zone, .volume, .replayGain, .status, .lyrics, .art, .events, .doctor, .completions,
    ]

    package static var commandNames: [String] { commands.map(\.name) }

    /// - Parameter arguments: without the executable's name, each a `ByteText`.
    package static func run(_ arguments: [String], outside: Outside) -> ExitCode {
        do throws(CommandFailure) {
            try dispatch(arguments, outside)
            return .done
        } catch {
            if let line = error.line { outside.complain(ByteText.shown(line)) }
            return error.exitCode
        }
    }

    private static func dispatch(_ arguments: [String], _ outside: Outside) throws(CommandFailure) {
        guard let place = CommandSpecification.firstOperand(in: arguments, options: everyOption) else {
            return try withoutCommand(arguments, outside)
        }
        let name = arguments[place]
        var rest = arguments
        rest.remove(at: place)
        if name == "help" { return try help(rest, outside) }
        let command = try find(name)
        let outcome = try usable { () throws(UsageError) in
            try command.refuseZone(rest)
            return try command.specification.parse(rest, environment: outside.variable)
        }
        switch outcome {
        case .show(let text): try outside.output.write(text)
        case .run(let parsed):
            try usable { () throws(UsageError) in
                try parsed.refuseBytes(inOperands: !command.takesPaths, besides: command.specification.options)
            }
            let session = Session(outside: outside, options: GlobalOptions(parsed))
            try command.run(parsed, session)
        }
    }

    private static func withoutCommand(_ arguments: [String], _ outside: Outside) throws(CommandFailure) {
        // With the options of all commands, for the better hint at a mistyped one.
        var any = specification
        any.options = everyOption
        _ = try usable { () throws(UsageError) in try any.parse(arguments, environment: outside.variable) }
        let outcome = try usable { () throws(UsageError) in
            try specification.parse(arguments, environment: outside.variable)
        }
        guard case .show(let text) = outcome else {
            throw .usage(UsageError(command: "tutti", "no command is given; give one, as in ‘tutti play’"))
        }
        try outside.output.write(text)
    }

    private static func help(_ arguments: [String], _ outside: Outside) throws(CommandFailure) {
        guard let name = arguments.first(where: { !$0.hasPrefix("-") }) else {
            return try outside.output.write(specification.helpText())
        }
        try outside.output.write(find(name).specification.helpText())
    }

    private static func find(_ name: String) throws(CommandFailure) -> Subcommand {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let near = Suggestion.nearest(to: name, in: commands.map(\.name))
        let hint = near.map { "; did you mean ‘\($0)’?" } ?? ""
        throw .usage(UsageError(command: "tutti", "unknown command ‘\(name)’\(hint)"))
    }

    /// What may stand before a command's name.
    private static var everyOption: [OptionDeclaration] {
        GlobalOptions.declarations + commands.flatMap(\.options)
    }

    static var specification: CommandSpecification {
        CommandSpecification(
            name: "tutti",
            summary: "Controls music that plays in many rooms at once.",
            usage: "[OPTIONS] COMMAND ...",
            details: ["‘tutti COMMAND --help’ says more about a command. Options may stand before or after it."],
            options: GlobalOptions.declarations,
            operands: nil,
            sections: [HelpSection("Commands", commands.map { HelpEntry($0.name, $0.summary) })],
            environment: [HelpEntry("NO_COLOR", "where it is set, nothing is coloured")],
            examples: [
                HelpEntry("tutti add ~/Music/album && tutti play", "plays a folder"),
                HelpEntry("tutti -c music.local --insecure now --watch", "shows what another house plays"),
            ]
        )
    }
}
