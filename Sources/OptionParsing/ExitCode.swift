/// What an executable of Tutti tells the shell that started it.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case unreachable = 3

    /// Those of what asks no coordinator, or goes on without one.
    package static let alone: [Self] = [.done, .failed, .usage]

    package var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed; the reason is on standard error"
        case .usage: "the command line makes no sense"
        case .unreachable: "the coordinator cannot be reached"
        }
    }
}
