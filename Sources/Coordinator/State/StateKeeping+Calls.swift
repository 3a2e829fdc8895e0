import LinuxSystem
import PlaybackCore
import RPC

extension StateKeeping {
    /// Stores what a call has done. `body` runs on the caller's actor, so that what an actor stores comes in its order.
    /// - Parameter what: for the log, behind "cannot store".
    /// - Throws: `dataLoss` where it could not be stored, or too many wait for that.
    nonisolated(nonsending) func store(
        _ what: String,
        _ body: nonisolated(nonsending) (Self) async throws(StoreError) -> Void
    ) async throws(RPCError) {
        do throws(StoreError) {
            guard places.take() else { throw StoreError.tooManyWait }
            defer { places.leave() }
            try await body(self)
        } catch {
            Log.error("cannot store \(what): \(error)")
            throw RPCError(error)
        }
    }
}

extension StoreError {
    static let tooManyWait = StoreError(
        .unavailable,
        "\(CallPlaces.most) other calls wait for the disk of the state",
        remedy: "see what it does"
    )
}
