import OptionParsing

extension CompletionScript {
    /// A line for each thing that can be offered, each with the place where it fits.
    static func fish(_ commands: [Subcommand]) -> String {
        var lines = [fishFunctions(commands), "complete -c tutti -f"]
        for command in commands {
            lines.append("complete -c tutti -n '__tutti_at \"\"' -a \(command.name) -d '\(quoted(command.summary))'")
        }
        lines.append("complete -c tutti -n '__tutti_at \"\"' -a help -d 'explain a command'")
        lines.append("complete -c tutti -n '__tutti_at help 0' -a '\(commands.map(\.name).joined(separator: " "))'")
        for command in commands {
            for operand in command.completions {
                guard let offer = fish(operand.completion) else { continue }
                var place = command.name
                if let index = operand.index { place += " \(index)" }
                if let previous = operand.previous { place += " \(previous)" }
                lines.append("complete -c tutti -n '__tutti_at \(place)' \(offer)")
            }
            for option in command.options + shared(by: command) { lines.append(fish(option, at: command.name)) }
        }
        for option in shared { lines.append(fish(option, at: "\"\"")) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fish(_ option: OptionDeclaration, at place: String) -> String {
        let short = option.short.map { "-s \($0) " } ?? ""
        let value = option.takesValue ? "-r \(fish(option.completion) ?? "-f") " : ""
        return
            "complete -c tutti -n '__tutti_at \(place)' -l \(option.name) \(short)\(value)-d '\(quoted(option.help))'"
    }

    private static func fish(_ completion: Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: "-F"
        case .words(let words): "-f -a '\(words.joined(separator: " "))'"
        case .names(let kind): "-f -a '(__tutti_names \(kind))'"
        }
    }

    private static func fishFunctions(_ commands: [Subcommand]) -> String {
        """
        # Completions of tutti for fish.
        function __tutti_at -d 'Whether the cursor stands after this command, so many operands, this last one'
            set -l command ''
            set -l operands 0
            set -l previous ''
            set -l pending 0
            set -l ended 0
            set -l line (commandline -opc)
            set -e line[1]
            for word in $line
                if test $pending = 1
                    set pending 0
                    continue
                end
                if test $ended = 0
                    if test "$word" = --
                        set ended 1
                        continue
                    end
                    if contains -- $word \(valuePattern(commands).split(separator: "|").joined(separator: " "))
                        set pending 1
                        continue
                    end
                    if string match -qr '^-[^0-9.]' -- $word
                        continue
                    end
                end
                if test -z "$command"
                    set command $word
                else
                    set operands (math $operands + 1)
                    set previous $word
                end
            end
            test "$command" = "$argv[1]"; or return 1
            if set -q argv[2]
                test $operands = $argv[2]; or return 1
            end
            if set -q argv[3]
                test "$previous" = $argv[3]; or return 1
            end
        end
        function __tutti_names -d 'The names of this kind, of the coordinator that the command line is about'
            set -l line (commandline -opc)
            set -l house
            for index in (seq (count $line))
                if contains -- $line[$index] \(chosenCoordinator.split(separator: "|").joined(separator: " "))
                    set -a house -c "$line[$(math $index + 1)]"
                else if string match -qr '^--(coordinator=|insecure$)' -- $line[$index]
                    set -a house $line[$index]
                end
            end
            $line[1] $house completions $argv[1] 2>/dev/null
        end
        """
    }
}
