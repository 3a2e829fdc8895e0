import AudioCore
import RPC

extension RPCError {
    /// A track, a playlist or a picture that could not be read; the error's message says it all.
    init(_ error: AudioError) {
        let code: StatusCode =
            switch error.code {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            // Not DATA_LOSS, which says that something that was done will not last.
            case .unsupported, .damaged: .invalidArgument
            // Not UNAVAILABLE, which says that the coordinator itself cannot be reached.
            case .unavailable: .failedPrecondition
            case .internal: .internal
            }
        self.init(code, error.message, cause: error)
    }
}
