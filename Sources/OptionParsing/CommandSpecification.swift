/// An executable or subcommand: what its command line may hold, and what its help says.
package struct CommandSpecification: Sendable {
    /// How it is called: `tutti-room`, `tutti add`.
    package var name: String
    /// One line: what it does.
    package var summary: String
    /// What follows the name in the usage line.
    package var usage: String
    /// Paragraphs, wrapped by the help.
    package var details: [String]
    package var options: [OptionDeclaration]
    /// How many operands it takes; nil where the command checks them itself.
    package var operands: ClosedRange<Int>?
    /// What an operand is called in messages, and what it is.
    package var operandNames: [HelpEntry]
    /// Other entries of the help, such as the subcommands.
    package var sections: [HelpSection]
    /// Environment variables that no option declares.
    package var environment: [HelpEntry]
    /// Command lines, and what they do.
    package var examples: [HelpEntry]
    /// Those that it may end with.
    package var exitCodes: [ExitCode]

    package init(
        name: String,
        summary: String,
        usage: String = "[OPTIONS]",
        details: [String] = [],
        options: [OptionDeclaration] = [],
        operands: ClosedRange<Int>? = 0...0,
        operandNames: [HelpEntry] = [],
        sections: [HelpSection] = [],
        environment: [HelpEntry] = [],
        examples: [HelpEntry] = [],
        exitCodes: [ExitCode] = ExitCode.allCases
    ) {
        self.name = name
        self.summary = summary
        self.usage = usage
        self.details = details
        self.options = options
        self.operands = operands
        self.operandNames = operandNames
        self.sections = sections
        self.environment = environment
        self.examples = examples
        self.exitCodes = exitCodes
    }

    /// Every command has these two.
    package static let help = Flag("help", short: "h", help: "show this text")
    package static let version = Flag("version", help: "show the version")

    var allOptions: [OptionDeclaration] { options + [Self.help.declaration, Self.version.declaration] }
}

/// One line of a help section: a term and what it means.
package struct HelpEntry: Sendable {
    package var term: String
    package var text: String

    package init(_ term: String, _ text: String) {
        self.term = term
        self.text = text
    }
}

package struct HelpSection: Sendable {
    package var title: String
    package var entries: [HelpEntry]

    package init(_ title: String, _ entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }
}
