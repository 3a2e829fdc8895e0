import Glibc
import Testing

extension EndToEndTests {
    /// What each shell offers where the cursor stands. A shell that is not installed is passed over.
    @Suite
    struct CompletionTests {
        /// The words before the cursor, the last one unfinished; what is offered and what is not.
        private static let cases: [(line: [String], offered: [String], others: [String])] = [
            (["tutti", "sto"], ["stop", "stop-after-current"], ["play"]),
            (["tutti", "--zone", "default", "mo"], ["mode", "move"], ["off"]),
            (["tutti", "--zone", ""], ["default", "upstairs"], ["mode"]),
            (
                ["tutti", "-c", "HERE", "room", "kitchen", ""], ["volume", "balance", "pause-on-unplug"],
                ["stereo", "on"]
            ),
            (["tutti", "room", "kitchen", "channels", ""], ["stereo", "swapped"], ["volume", "upstairs"]),
            (["tutti", "room", "kitchen", "pause-on-unplug", ""], ["on", "off"], ["volume"]),
            (["tutti", "room", "kitchen", "zone", "u"], ["upstairs"], ["default"]),
            (["tutti", "mode", ""], ["off", "one"], ["on"]), (["tutti", "consume", ""], ["on", "off"], ["one"]),
            (["tutti", "replaygain", ""], ["track", "album"], ["one"]),
            (["tutti", "zone", "upstairs", ""], ["create", "rename"], ["default"]),
            (["tutti", "add", "--"], ["--next", "--zone", "--help"], ["--watch", "--lyrics"]),
            (["tutti", "zones", "--"], ["--json"], ["--zone", "--next"]),
            (["tutti", "info", "FOLDER/"], ["x.mp3"], []),
            (["tutti", "art", "-o", "FOLDER/"], ["x.mp3"], ["--size"]), (["tutti", "next", ""], [], ["on", "mode"]),
        ]

        /// Shells' own ways to be asked; the words are `$@`, and `$script` is the completion script.
        private static let shells = [
            (
                "/bin/bash",
                """
                source "$script"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tutti tutti
                printf '%s\\n' "${COMPREPLY[@]##*/}"
                """
            ),
            (
                "/usr/bin/zsh",
                """
                compadd() { while [[ "$1" != -- ]]; do shift; done; shift; print -rl -- "${(@M)@:#$PREFIX*}" }
                _describe() { print -rl -- "${(@M)${(@P)2%%:*}:#$PREFIX*}" }
                _files() { print -rl -- "$PREFIX"*(:t) }
                words=("$@"); CURRENT=$#; PREFIX="${words[-1]}"; source "$script"; _tutti
                """
            ),
            (
                "/usr/bin/fish",
                """
                source $script; set -l last $argv[-1]; set -e argv[-1]
                complete -C (string join ' ' -- $argv)" $last"
                """
            ),
        ]

        @Test
        func eachShellOffersWhatFits() throws {
            try House.open { house in
                try house.startCoordinator()
                try house.tutti("zone", "upstairs", "create")
                let folder = house.path("music")
                mkdir(folder, 0o700)
                _ = try house.write("music/x.mp3", "")
                let here = "127.0.0.1:\(house.port)"
                let tools = String(
                    Executables.cli.prefix(upTo: Executables.cli.lastIndex(of: "/") ?? Executables.cli.startIndex)
                )
                for (shell, code) in Self.shells where access(shell, X_OK) == 0 {
                    let name = String(shell.split(separator: "/").last ?? "")
                    let script = try house.write(name, try house.run(Executables.cli, ["completions", name]).output)
                    for (line, offered, others) in Self.cases {
                        let words = line.map {
                            $0 == "HERE" ? here : $0.replacing("FOLDER", with: folder)
                        }
                        let environment = [
                            "TUTTI_COORDINATOR=\(here)", "script=\(script)", "PATH=\(tools):/usr/bin:/bin",
                        ]
                        let dummy = name == "fish" ? [] : [name]
                        let outcome = try house.run("/usr/bin/env", environment + [shell, "-c", code] + dummy + words)
                        let answers = outcome.output.split(separator: "\n").map {
                            String($0.prefix { $0 != "\t" && $0 != ":" }.split(separator: "/").last ?? "")
                        }
                        for word in offered { #expect(answers.contains(word), "\(name) \(line): \(outcome)") }
                        for word in others { #expect(!answers.contains(word), "\(name) \(line): \(outcome)") }
                    }
                }
            }
        }
    }
}
