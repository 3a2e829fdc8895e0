extension CompletionScript {
    /// As for bash, with the commands' summaries.
    static func zsh(_ commands: [Subcommand]) -> String {
        let list = commands.map { "'\($0.name):\(quoted($0.summary))'" } + ["'help:explain a command'"]
        return """
            #compdef tutti
            # Completions of tutti for zsh.
            _tutti() {
                local command="" pending="" previous="" ended="" kind="" offered="" word
                local -i index operands=0
                local -a found house commands
                for ((index = 2; index < CURRENT; index++)); do
                    word="${words[index]}"
            \(indented(wordCases(commands), by: 8))
                done
                if [[ -z "$pending$ended" && "$PREFIX" == --*=* ]]; then
                    pending="${PREFIX%%=*}"
                    compset -P '*='
                fi
                if [[ -n "$pending" ]]; then
                    case "$pending" in
            \(indented(valueCases(commands), by: 8))
                    esac
                elif [[ -z "$ended" && "$PREFIX" == -* ]]; then
                    case "$command" in
            \(indented(optionCases(commands), by: 8))
                    esac
                elif [[ -z "$command" ]]; then
                    commands=(
            \(indented(list, by: 12))
                    )
                    _describe command commands
                    return
                else
                    case "$command:$operands:$previous" in
            \(indented(operandCases(commands), by: 8))
                    esac
                fi
                case "$kind" in
                files) _files ;;
                "") compadd -- ${=offered} ;;
                *)
                    found=("${(@f)$("${words[1]}" "${house[@]}" completions "$kind" 2>/dev/null)}")
                    compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "${(@)found:#}"
                    ;;
                esac
            }
            if [[ "${funcstack[1]}" == _tutti ]]; then
                _tutti "$@"
            elif (( $+functions[compdef] )); then
                compdef _tutti tutti
            fi

            """
    }
}
