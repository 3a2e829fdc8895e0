import Foundation

extension House {
    /// What a command that ended said.
    struct Outcome {
        var code: Int32?
        var output: String
        var errors: String
        /// The lines of `errors`.
        var errorLines: Int { errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count }
    }

    /// Runs an executable to its end; the code is nil where it had to be killed.
    func run(_ executable: String, _ arguments: [String], seconds: Double = 15) throws -> Outcome {
        let files = (path("run.out"), path("run.err"))
        unlink(files.0)
        unlink(files.1)
        let process = try ChildProcess(
            executable,
            arguments,
            name: "run",
            output: files.0,
            errors: files.1
        )
        process.reap(seconds: seconds)
        let code: Int32? = if case .exit(let code) = process.ended { code } else { nil }
        return Outcome(code: code, output: text(files.0), errors: text(files.1))
    }

    /// Runs the CLI, whatever comes of it.
    func outcome(_ arguments: String...) throws -> Outcome {
        try run(Executables.cli, ["--coordinator", "127.0.0.1:\(port)"] + arguments)
    }

    /// Runs the CLI, which has to succeed.
    @discardableResult
    func tutti(_ arguments: String...) throws -> String {
        let outcome = try run(Executables.cli, ["--json", "--coordinator", "127.0.0.1:\(port)"] + arguments)
        guard outcome.code == 0 else {
            let command = arguments.joined(separator: " ")
            throw HouseError(
                "`tutti \(command)` ended with \(outcome.code.map { "\($0)" } ?? "a kill"): \(outcome.errors)"
            )
        }
        return outcome.output
    }

    private func answer<T: Decodable>(_ command: String) throws -> T { try decode(tutti(command)) }

    private func decode<T: Decodable>(_ text: some StringProtocol) throws -> T {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(T.self, from: Data(text.utf8))
    }

    /// Starts a command that goes on printing; `printed` has what it printed.
    func follow(_ name: String, _ arguments: String...) throws {
        let common = ["--json", "--coordinator", "127.0.0.1:\(port)"]
        _ = try start(Executables.cli, common + arguments, name: name)
    }

    /// What a command that goes on printing has printed so far, line by line.
    func printed<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> [T] {
        let text = text(path("\(name).log"))
        let lines = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
        // What it complains of stands between.
        return try lines.filter { $0.hasPrefix("{") }.map { try decode($0) }
    }

    func now() throws -> Answer.Now { try answer("now") }
    func queue() throws -> Answer.Queue { try answer("queue") }

    func room(_ name: String) throws -> Answer.Room? {
        let answer: Answer.Rooms = try answer("rooms")
        return answer.rooms.first { $0.id == name }
    }

    func waitUntilConnected(_ name: String) throws {
        try wait(for: "\(name) to be connected") { try room(name)?.connected == true }
    }

    /// Waits until what is heard has reached a place of the queue's item, in milliseconds.
    func wait(untilItem index: Int, isAt position: Int64, seconds: Double = 10) throws {
        try wait(for: "item \(index) at \(position) ms", seconds: seconds) {
            let now = try now()
            return now.index == index && now.positionMs >= position
        }
    }
}
