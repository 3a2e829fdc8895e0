import OptionParsing

/// One command of the tool.
struct Subcommand: Sendable {
    /// What follows `tutti`.
    let name: String
    /// What it does, without a capital and a full stop.
    let summary: String
    /// Its own options.
    let options: [OptionDeclaration]
    private let own: CommandSpecification
    let run: @Sendable (ParsedArguments, Session) throws(CommandFailure) -> Void

    /// - Parameter operands: what it takes: its name in usage lines and its meaning.
    init(
        _ name: String,
        _ summary: String,
        usage: String = "",
        details: [String] = [],
        options: [OptionDeclaration] = [],
        operands: ClosedRange<Int> = 0...0,
        operandNames: [HelpEntry] = [],
        examples: [HelpEntry],
        run: @escaping @Sendable (ParsedArguments, Session) throws(CommandFailure) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.options = options
        self.run = run
        own = CommandSpecification(
            name: "tutti \(name)",
            summary: summary.prefix(1).uppercased() + summary.dropFirst() + ".",
            usage: usage.isEmpty ? "[OPTIONS]" : "[OPTIONS] \(usage)",
            details: details,
            operands: operands,
            operandNames: operandNames,
            examples: examples
        )
    }

    /// With the options of every command.
    var specification: CommandSpecification {
        var specification = own
        specification.options = options + GlobalOptions.declarations
        return specification
    }
}

/// Runs `body` and turns a usage error into the command's failure.
func usable<Value>(_ body: () throws(UsageError) -> Value) throws(CommandFailure) -> Value {
    do throws(UsageError) {
        return try body()
    } catch {
        throw .usage(error)
    }
}
