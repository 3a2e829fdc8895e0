import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    private enum Printed: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
        case rooms
        case zones
    }

    static let completions = Subcommand(
        "completions",
        "print a shell's completions of this tool",
        usage: "(bash|zsh|fish|rooms|zones)",
        operands: 1...1,
        operandNames: [
            HelpEntry("SHELL", "the script for this shell: bash, zsh or fish"),
            HelpEntry("rooms, zones", "the names that the scripts offer, one a line"),
        ],
        completions: [.init(.words(Printed.allCases.map(\.rawValue)), at: 0)],
        isOfHouse: true,
        examples: [
            HelpEntry("tutti completions bash > ~/.local/share/bash-completion/completions/tutti", "for bash"),
            HelpEntry("tutti completions zsh > ~/.zsh/completions/_tutti", "for zsh, where that folder is in $fpath"),
            HelpEntry("tutti completions fish > ~/.config/fish/completions/tutti.fish", "for fish"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let printed = try usable { () throws(UsageError) in try parsed.operand(0, "SHELL", .choice(of: Printed.self)) }
        let text =
            switch printed {
            case .bash, nil: CompletionScript.bash(Tool.commands)
            case .zsh: CompletionScript.zsh(Tool.commands)
            case .fish: CompletionScript.fish(Tool.commands)
            case .rooms: lines(try session.call(.rooms).rooms.map(\.name))
            case .zones: lines(try session.zones().map(\.name))
            }
        try session.outside.output.write(text)
    }

    private static func lines(_ names: [String]) -> String { names.map { oneLine($0) + "\n" }.joined() }
}
