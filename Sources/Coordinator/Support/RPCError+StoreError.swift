import PlaybackCore
import RPC

extension RPCError {
    /// Something was done, and could not be stored.
    init(_ error: StoreError) {
        self.init(.dataLoss, "this was done, but may be lost in a restart: \(error)", cause: error)
    }
}
