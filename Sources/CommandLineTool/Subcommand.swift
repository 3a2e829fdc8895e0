import OptionParsing

/// One command of the tool.
struct Subcommand: Sendable {
    /// What follows `tutti`.
    let name: String
    /// What it does, without a capital and a full stop.
    let summary: String
    /// Its own options.
    let options: [OptionDeclaration]
    let completions: [OperandCompletion]
    /// It is about the whole house: `--zone` has no meaning for it.
    let isOfHouse: Bool
    private let own: CommandSpecification
    let run: @Sendable (ParsedArguments, Session) throws(CommandFailure) -> Void

    /// - Parameters:
    ///   - operandNames: what it takes: its name in usage lines and its meaning.
    ///   - completions: what a shell offers for its operands.
    init(
        _ name: String,
        _ summary: String,
        usage: String = "",
        details: [String] = [],
        options: [OptionDeclaration] = [],
        operands: ClosedRange<Int> = 0...0,
        operandNames: [HelpEntry] = [],
        completions: [OperandCompletion] = [],
        isOfHouse: Bool = false,
        examples: [HelpEntry],
        run: @escaping @Sendable (ParsedArguments, Session) throws(CommandFailure) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.options = options
        self.completions = completions
        self.isOfHouse = isOfHouse
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

    /// Its operands name files, and names of files need not be text.
    var takesPaths: Bool { completions.contains { $0.completion == .files } }

    /// The options that it shares with other commands.
    var sharedOptions: [OptionDeclaration] {
        GlobalOptions.declarations.filter { !isOfHouse || $0.name != GlobalOptions.zone.declaration.name }
    }

    /// With the options of every command.
    var specification: CommandSpecification {
        var specification = own
        specification.options = options + sharedOptions
        return specification
    }

    /// - Parameter arguments: without the command's name.
    /// - Throws: where a zone is named to a command that knows none. `$TUTTI_ZONE` is for other commands.
    func refuseZone(_ arguments: [String]) throws(UsageError) {
        guard isOfHouse else { return }
        let option = "--\(GlobalOptions.zone.declaration.name)"
        guard arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == option || $0.hasPrefix(option + "=") })
        else { return }
        throw UsageError(command: "tutti \(name)", "\(option) means nothing to ‘\(name)’: leave it out")
    }
}

/// What a shell offers for some operands of a command.
struct OperandCompletion: Sendable {
    let completion: Completion
    /// Which operand, from 0; nil: all.
    let index: Int?
    /// The operand before it; nil: any.
    let previous: String?

    init(_ completion: Completion, at index: Int? = nil, after previous: String? = nil) {
        self.completion = completion
        self.index = index
        self.previous = previous
    }
}

extension Completion {
    /// Names that ‘tutti completions rooms’ and ‘zones’ print.
    static let rooms = Completion.names("rooms")
    static let zones = Completion.names("zones")
    static let switches = Completion.words(["on", "off"])
}

/// Runs `body` and turns a usage error into the command's failure.
func usable<Value>(_ body: () throws(UsageError) -> Value) throws(CommandFailure) -> Value {
    do throws(UsageError) {
        return try body()
    } catch {
        throw .usage(error)
    }
}
