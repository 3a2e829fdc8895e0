private import AudioCore

/// A command line that makes no sense. `description` is the whole line for standard error; exit code `usage`.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The executable, with its subcommand where there is one: `tutti add`.
    package var command: String
    /// What is wrong, with which option or operand.
    package var message: String

    package init(command: String, _ message: String) {
        self.command = command
        self.message = message
    }

    package var description: String {
        let tool = command.split(separator: " ").first ?? "tutti"
        return PlainText.oneLine("\(tool): \(message) (see ‘\(command) --help’)")
    }
}
