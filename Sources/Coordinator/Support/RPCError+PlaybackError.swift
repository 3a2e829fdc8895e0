import PlaybackCore
import RPC

extension RPCError {
    init(_ error: PlaybackError) {
        let code: StatusCode =
            switch error.code {
            case .notFound: .notFound
            case .outOfRange: .outOfRange
            case .invalidArgument: .invalidArgument
            case .alreadyExists: .alreadyExists
            case .failedPrecondition: .failedPrecondition
            case .aborted: .aborted
            case .resourceExhausted: .resourceExhausted
            }
        self.init(code, error.message, cause: error)
    }
}
