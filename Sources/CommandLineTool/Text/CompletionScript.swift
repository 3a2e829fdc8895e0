import OptionParsing

/// Completions made from the commands themselves, so that none is forgotten.
enum CompletionScript {
    private static let words = [
        "mode": ["off", "loop", "shuffle", "one"],
        "room": ["volume", "mute", "unmute", "delay", "rename", "forget"],
        "completions": ["bash", "zsh", "fish"],
    ]

    static func bash(_ commands: [Subcommand]) -> String {
        let cases = words.keys.sorted().map {
            "        \($0)) words=\"\((words[$0] ?? []).joined(separator: " "))\" ;;\n"
        }.joined()
        return """
            # Completions of tutti for bash.
            _tutti() {
                local current="${COMP_WORDS[COMP_CWORD]}" command="" word words=""
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in
                    \(commands.map(\.name).joined(separator: "|"))) command="$word"; break ;;
                    esac
                done
                COMPREPLY=()
                if [[ "$current" == -* ]]; then
                    words="\(allOptions(commands).joined(separator: " "))"
                elif [[ -z "$command" ]]; then
                    words="\(commands.map(\.name).joined(separator: " "))"
                else
                    case "$command" in
                    add) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
            \(cases)        esac
                fi
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            }
            complete -F _tutti tutti

            """
    }

    static func zsh(_ commands: [Subcommand]) -> String {
        let list = commands.map { "        '\($0.name):\(quoted($0.summary))'\n" }.joined()
        let cases = words.keys.sorted().map {
            "        \($0)) compadd -- \((words[$0] ?? []).joined(separator: " ")) ;;\n"
        }.joined()
        return """
            #compdef tutti
            # Completions of tutti for zsh.
            _tutti() {
                local -a commands
                commands=(
            \(list)    )
                if [[ "$PREFIX" == -* ]]; then
                    compadd -- \(allOptions(commands).joined(separator: " "))
                    return
                fi
                local word
                for word in ${words[2,CURRENT-1]}; do
                    case $word in
                    add) _files; return ;;
            \(cases)        -*) continue ;;
                    *) (( ${commands[(I)$word:*]} )) && return ;;
                    esac
                    (( compstate[nmatches] )) && return
                done
                _describe command commands
            }
            _tutti "$@"

            """
    }

    static func fish(_ commands: [Subcommand]) -> String {
        var lines = ["# Completions of tutti for fish.", "complete -c tutti -f"]
        for command in commands {
            lines.append(
                "complete -c tutti -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'"
            )
            let condition = "'__fish_seen_subcommand_from \(command.name)'"
            if let words = words[command.name] {
                lines.append("complete -c tutti -n \(condition) -a '\(words.joined(separator: " "))'")
            }
            for option in command.options { lines.append(fish(option, "-n \(condition) ")) }
        }
        lines.append("complete -c tutti -n '__fish_seen_subcommand_from add' -F")
        for option in GlobalOptions.declarations { lines.append(fish(option, "")) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fish(_ option: OptionDeclaration, _ condition: String) -> String {
        let short = option.short.map { "-s \($0) " } ?? ""
        let value = option.takesValue ? "-x " : ""
        return "complete -c tutti \(condition)-l \(option.name) \(short)\(value)-d '\(quoted(option.help))'"
    }

    private static func allOptions(_ commands: [Subcommand]) -> [String] {
        let own = commands.flatMap(\.options).map(\.name)
        let names = GlobalOptions.declarations.map(\.name) + ["help", "version"] + own
        return Set(names).sorted().map { "--\($0)" }
    }

    /// Inside single quotes of a shell.
    private static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
