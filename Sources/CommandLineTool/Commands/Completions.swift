import OptionParsing

extension Subcommand {
    private enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    static let completions = Subcommand(
        "completions",
        "print a shell's completions of this tool",
        usage: "(bash|zsh|fish)",
        operands: 1...1,
        operandNames: [HelpEntry("SHELL", "bash, zsh or fish")],
        examples: [
            HelpEntry("tutti completions bash > ~/.local/share/bash-completion/completions/tutti", "for bash"),
            HelpEntry("tutti completions fish > ~/.config/fish/completions/tutti.fish", "for fish"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let shell = try usable { () throws(UsageError) in try parsed.operand(0, "SHELL", .choice(of: Shell.self)) }
        let script =
            switch shell {
            case .bash, nil: CompletionScript.bash(Tool.commands)
            case .zsh: CompletionScript.zsh(Tool.commands)
            case .fish: CompletionScript.fish(Tool.commands)
            }
        try session.outside.output.write(script)
    }
}
