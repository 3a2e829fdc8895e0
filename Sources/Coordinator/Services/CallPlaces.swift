import RPC
private import Synchronization

/// Places for calls that wait for one thing, such as a disk: with the `SlowCalls` fewer than calls are served, so that
/// the quick ones and those of rooms always find one.
package final class CallPlaces: Sendable {
    package static let most = 12

    private let purpose: String
    private let taken = Mutex(0)

    /// - Parameter purpose: for messages, behind "wait for".
    package init(for purpose: String) { self.purpose = purpose }

    /// - Throws: `resourceExhausted` where all are taken.
    func enter(_ what: String) throws(RPCError) {
        guard !take() else { return }
        throw RPCError(
            .resourceExhausted,
            "cannot \(what): \(Self.most) other calls wait for \(purpose); try again in a minute"
        )
    }

    /// - Returns: whether one was free.
    func take() -> Bool {
        taken.withLock { taken in
            guard taken < Self.most else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}
