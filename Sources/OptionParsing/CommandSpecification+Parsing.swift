/// What to do after the command line was understood.
package enum ParseOutcome: Sendable {
    case run(ParsedArguments)
    /// `--help` or `--version`: write this text, which ends in a newline, to standard output and end with `done`.
    case show(String)
}

extension CommandSpecification {
    /// Understands a command line (without the executable's name).
    ///
    /// GNU's rules: options and operands in any order; `--name value`, `--name=value`, `-n value`, `-nvalue`, `-ab` for
    /// two flags; `--` ends the options. A `-` alone is an operand, and so is a negative number or time (`-15`,
    /// `-0:30`, `-.5`) unless a digit is declared as an option.
    /// - Parameter environment: looks up variables for options that are not given; empty ones count as absent.
    package func parse(
        _ arguments: [String],
        environment: (String) -> String? = { _ in nil }
    ) throws(UsageError) -> ParseOutcome {
        var scan = Scan(specification: self)
        try scan.run(arguments)
        if scan.flags.contains(Self.help.declaration.name) { return .show(helpText()) }
        if scan.flags.contains(Self.version.declaration.name) { return .show(versionText) }
        try checkOperands(scan.operands)
        let values = try complete(scan.values, environment: environment)
        return .run(ParsedArguments(command: name, operands: scan.operands, flags: scan.flags, values: values))
    }

    var versionText: String {
        "\(name.split(separator: " ").first.map(String.init) ?? name) \(TuttiVersion.text)\n"
    }

    private func checkOperands(_ operands: [String]) throws(UsageError) {
        guard let expected = self.operands else { return }
        if operands.count < expected.lowerBound {
            let missing = operandNames.indices.contains(operands.count) ? operandNames[operands.count].term : "operand"
            throw UsageError(command: name, "\(missing) is missing; give: \(name) \(usage)")
        }
        if operands.count > expected.upperBound {
            let extra = operands[expected.upperBound]
            throw UsageError(command: name, "‘\(extra)’ is one operand too many; give: \(name) \(usage)")
        }
    }

    /// Adds the environment's values, checks all and misses what is required.
    private func complete(
        _ given: [String: [String]],
        environment: (String) -> String?
    ) throws(UsageError) -> [String: [String]] {
        var values = given
        for option in options where option.takesValue {
            var source = "--\(option.name)"
            if values[option.name] == nil, let variable = option.environment, let text = environment(variable),
                !text.isEmpty
            {
                values[option.name] = [text]
                source = "$\(variable)"
            }
            for text in values[option.name] ?? [] {
                do {
                    try option.check(text)
                } catch {
                    throw UsageError(command: name, "\(source): \(error.text)")
                }
            }
            if option.isRequired, values[option.name] == nil {
                let variable = option.environment.map { " or set $\($0)" } ?? ""
                throw UsageError(
                    command: name,
                    "--\(option.name) is missing; give --\(option.name) \(option.placeholder ?? "")\(variable)"
                )
            }
        }
        return values
    }
}

extension CommandSpecification {
    /// The place of the first operand in `arguments` when all `options` may stand before it, such as the place of a
    /// subcommand's name. nil where there is none, or where an unknown option comes first.
    package static func firstOperand(in arguments: [String], options: [OptionDeclaration]) -> Int? {
        var scan = Scan(specification: CommandSpecification(name: "", summary: "", options: options))
        scan.stopsAtOperand = true
        do { try scan.run(arguments) } catch { return nil }
        return scan.firstOperand
    }
}

/// One pass over the arguments.
private struct Scan {
    let specification: CommandSpecification
    var flags = Set<String>()
    var values = [String: [String]]()
    var operands = [String]()
    var stopsAtOperand = false
    var firstOperand: Int?
    private var arguments = [String]()
    private var next = 0

    init(specification: CommandSpecification) { self.specification = specification }

    mutating func run(_ arguments: [String]) throws(UsageError) {
        self.arguments = arguments
        var optionsEnded = false
        while next < arguments.count {
            let argument = arguments[next]
            next += 1
            if optionsEnded || !isOption(argument) {
                if stopsAtOperand {
                    firstOperand = next - 1
                    return
                }
                operands.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else if argument.hasPrefix("--") {
                try takeLong(argument.dropFirst(2))
            } else {
                try takeShort(argument.dropFirst())
            }
        }
    }

    private func isOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
        let looksNegative = second == "." || (second.isASCII && second.isNumber)
        return !looksNegative || declaration(short: second) != nil
    }

    private func declaration(short: Character) -> OptionDeclaration? {
        specification.allOptions.first { $0.short == short }
    }

    private mutating func takeLong(_ text: Substring) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let value = parts.count > 1 ? String(parts[1]) : nil
        guard let option = specification.allOptions.first(where: { $0.name == name }) else {
            throw unknown("--\(name)", near: Suggestion.nearest(to: name, in: specification.allOptions.map(\.name)))
        }
        if option.takesValue {
            let text = if let value { value } else { try valueOf(option, called: "--\(name)") }
            values[name, default: []].append(text)
        } else if value != nil {
            throw UsageError(command: specification.name, "--\(name) takes no value")
        } else {
            flags.insert(name)
        }
    }

    private mutating func takeShort(_ text: Substring) throws(UsageError) {
        var rest = text
        while let letter = rest.popFirst() {
            guard let option = declaration(short: letter) else { throw unknown("-\(letter)", near: nil) }
            guard option.takesValue else {
                flags.insert(option.name)
                continue
            }
            let value = try rest.isEmpty ? valueOf(option, called: "-\(letter)") : String(rest)
            values[option.name, default: []].append(value)
            return
        }
    }

    private mutating func valueOf(_ option: OptionDeclaration, called: String) throws(UsageError) -> String {
        guard next < arguments.count else {
            throw UsageError(
                command: specification.name,
                "\(called) needs a value; give \(called) \(option.placeholder ?? "")"
            )
        }
        next += 1
        return arguments[next - 1]
    }

    private func unknown(_ option: String, near: String?) -> UsageError {
        let hint = near.map { "; did you mean ‘--\($0)’?" } ?? ""
        return UsageError(command: specification.name, "unknown option ‘\(option)’\(hint)")
    }
}
