import AudioCore
import LinuxSystem
import NNGMessaging
import Synchronization

/// What is said of connections that were refused.
final class Crowd: Sendable {
    private let nextLine = Mutex<Instant<CoordinatorClock>?>(nil)

    /// What files, stores and further zones need.
    private static let reserve = 256
    /// Sockets that listen in a house of one zone, and one to spare.
    private static let sockets = 4

    /// - Parameter descriptors: of the process.
    func limit(descriptors: Int) -> ConnectionLimit {
        let count = min(ConnectionLimit.standard.connections, max(32, (descriptors - Self.reserve) / Self.sockets))
        return ConnectionLimit(connections: count) { self.refused(count) }
    }

    private func refused(_ count: Int) {
        let now = MonotonicClock<CoordinatorClock>.now()
        let isTime = nextLine.withLock { next in
            if let time = next, now < time { return false }
            next = now + .seconds(60)
            return true
        }
        guard isTime else { return }
        Log.warning(
            "a port has \(count) connections and refuses more: look with ‘ss -tn’ which machine opens so many"
        )
    }
}
