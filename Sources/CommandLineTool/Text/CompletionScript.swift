import OptionParsing

/// Completions made from the table of commands, so that none of its options and operands is forgotten.
enum CompletionScript {
    /// `help` is a command too, of which the table knows nothing.
    static func names(_ commands: [Subcommand]) -> [String] { commands.map(\.name) + ["help"] }

    /// What every command takes, and what may stand before one.
    static var shared: [OptionDeclaration] {
        GlobalOptions.declarations + [CommandSpecification.help.declaration, CommandSpecification.version.declaration]
    }

    static func shared(by command: Subcommand) -> [OptionDeclaration] {
        command.sharedOptions + [CommandSpecification.help.declaration, CommandSpecification.version.declaration]
    }

    /// Every option with a value, once.
    static func valued(_ commands: [Subcommand]) -> [OptionDeclaration] {
        var seen = Set<String>()
        return (GlobalOptions.declarations + commands.flatMap(\.options)).filter {
            $0.takesValue && seen.insert($0.name).inserted
        }
    }

    /// `--output` and `-o`.
    static func spellings(_ option: OptionDeclaration) -> [String] {
        ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    }

    /// What the completions of the coordinator's own names need: which coordinator it is.
    static var chosenCoordinator: String { spellings(GlobalOptions.coordinator.declaration).joined(separator: "|") }
    static var insecure: String { "--\(GlobalOptions.insecure.declaration.name)" }

    /// Assigns what bash and zsh act upon: `kind`, and for words of the table `words`.
    static func assignment(_ completion: Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: "kind=files"
        case .names(let kind): "kind=\(kind)"
        case .words(let words): "offered=\"\(words.joined(separator: " "))\""
        }
    }

    /// Lines of a `case` over `command:operands:previous` for bash and zsh.
    static func operandCases(_ commands: [Subcommand]) -> [String] {
        var lines = commands.flatMap { command in
            command.completions.compactMap { operand in
                assignment(operand.completion).map {
                    "\(command.name):\(operand.index.map { "\($0)" } ?? "*"):\(operand.previous ?? "*")) \($0) ;;"
                }
            }
        }
        lines.append("help:0:*) offered=\"\(commands.map(\.name).joined(separator: " "))\" ;;")
        return lines
    }

    /// Lines of a `case` over the option whose value is wanted.
    static func valueCases(_ commands: [Subcommand]) -> [String] {
        valued(commands).compactMap { option in
            assignment(option.completion).map { "\(spellings(option).joined(separator: "|"))) \($0) ;;" }
        }
    }

    /// Lines of a `case` over the command: its options.
    static func optionCases(_ commands: [Subcommand]) -> [String] {
        let lines = commands.map { command in
            "\(command.name)) offered=\"\(longNames(command.options + shared(by: command)))\" ;;"
        }
        return lines + ["*) offered=\"\(longNames(shared))\" ;;"]
    }

    private static func longNames(_ options: [OptionDeclaration]) -> String {
        options.map { "--\($0.name)" }.joined(separator: " ")
    }

    /// A pattern of every option with a value, as a word of its own.
    static func valuePattern(_ commands: [Subcommand]) -> String {
        valued(commands).flatMap(spellings).joined(separator: "|")
    }

    /// The body of a loop over the words before the cursor, for bash and zsh: finds out the command, how many operands
    /// it has and the last of them, an option whose value is wanted, and which coordinator is meant.
    static func wordCases(_ commands: [Subcommand]) -> [String] {
        """
        if [[ -n "$pending" ]]; then
            case "$pending" in
            \(chosenCoordinator)) house+=("$pending" "$word") ;;
            esac
            pending=""
            continue
        fi
        if [[ -z "$ended" ]]; then
            case "$word" in
            --) ended=1; continue ;;
            \(insecure)|--coordinator=*) house+=("$word"); continue ;;
            \(valuePattern(commands))) pending="$word"; continue ;;
            -|-[0-9.]*) ;;
            -*) continue ;;
            esac
        fi
        if [[ -z "$command" ]]; then
            command="$word"
        else
            previous="$word"
            ((operands += 1))
        fi
        """
        .split(separator: "\n").map(String.init)
    }

    static func indented(_ lines: [String], by count: Int) -> String {
        let margin = String(repeating: " ", count: count)
        return lines.map { margin + $0 }.joined(separator: "\n")
    }

    /// Inside single quotes of a shell.
    static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
