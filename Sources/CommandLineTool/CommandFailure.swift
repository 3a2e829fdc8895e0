import AudioCore
package import OptionParsing
package import RPC

/// Why a command ends without success.
package enum CommandFailure: Error, Hashable, Sendable {
    case usage(UsageError)
    /// A line that says it all.
    case failed(String)
    /// A line that says where was tried what, and what to do.
    case unreachable(String)
    /// The line was already shown, as part of the output.
    case shown
    /// Nobody reads the output, as of `tutti events | head -1`, or a signal came while its reader stood still: an end
    /// like any other.
    case outputClosed

    package var exitCode: ExitCode {
        switch self {
        case .usage: .usage
        case .failed, .shown: .failed
        case .unreachable: .unreachable
        case .outputClosed: .done
        }
    }

    /// For standard error; nil where there is nothing to say.
    package var line: String? {
        switch self {
        case .usage(let error): error.description
        case .failed(let text), .unreachable(let text): PlainText.oneLine("tutti: \(text)")
        case .shown, .outputClosed: nil
        }
    }

    /// A call that failed, or a connection that could not be made.
    package init(_ error: RPCError) {
        switch error.code {
        case .unavailable, .deadlineExceeded:
            // The transport's message names the address, the reason and what to do there.
            self = .unreachable(
                "\(error.message) (another coordinator is chosen with --coordinator HOST[:PORT] or $TUTTI_COORDINATOR)"
            )
        case .ok, .cancelled, .unknown, .invalidArgument, .notFound, .alreadyExists, .permissionDenied,
            .resourceExhausted, .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal, .dataLoss,
            .unauthenticated:
            self = .failed(error.message)
        }
    }
}
