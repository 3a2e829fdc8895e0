extension CompletionScript {
    /// Walks over the words before the cursor, then offers what fits there. bash splits words at `=` and `:`, so that
    /// they are put together again first.
    static func bash(_ commands: [Subcommand]) -> String {
        """
        # Completions of tutti for bash.
        _tutti() {
            local current="${COMP_WORDS[COMP_CWORD]}" command="" pending="" previous="" ended="" glue="" kind="" offered=""
            local word index operands=0
            local -a line=() house=()
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                word="${COMP_WORDS[index]}"
                if [[ "$word" == ":" && ${#line[@]} -gt 0 ]]; then
                    line[-1]+=":"
                    glue=1
                elif [[ -n "$glue" ]]; then
                    line[-1]+="$word"
                    glue=""
                elif [[ "$word" != "=" ]]; then
                    line+=("$word")
                fi
            done
            if [[ -n "$glue" || "$current" == ":" ]]; then return; fi
            if [[ "$current" == "=" ]]; then current=""; fi
            for word in "${line[@]}"; do
        \(indented(wordCases(commands), by: 8))
            done
            if [[ -n "$pending" ]]; then
                case "$pending" in
        \(indented(valueCases(commands), by: 8))
                esac
            elif [[ -z "$ended" && "$current" == -* ]]; then
                case "$command" in
        \(indented(optionCases(commands), by: 8))
                esac
            elif [[ -z "$command" ]]; then
                offered="\(names(commands).joined(separator: " "))"
            else
                case "$command:$operands:$previous" in
        \(indented(operandCases(commands), by: 8))
                esac
            fi
            case "$kind" in
            files)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                ;;
            "")
                mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
                ;;
            *)
                compopt -o filenames 2>/dev/null
                current="${current#[\\"\\']}"
                current="${current//\\\\/}"
                while IFS= read -r word; do
                    if [[ "$word" == "$current"* ]]; then COMPREPLY+=("$word"); fi
                done < <("$1" "${house[@]}" completions "$kind" 2>/dev/null)
                ;;
            esac
        }
        complete -F _tutti tutti

        """
    }
}
