import AudioCore
import LinuxSystem
import RPC
import Synchronization

/// The coordinator is not reached: what the log says of it, and whether this process is at fault.
extension CoordinatorLink {
    func cannotRegister(_ error: RPCError) {
        failures += 1
        var reason = error.message
        // What the network does changes all the time; what is known for certain is worth another line.
        var isCertain = error.code != .unavailable && error.code != .deadlineExceeded
        if !error.isUnsent {
            connectionWatch.connected()
        } else if let found = lookWhereDue() {
            isCertain = true
            if case .unresolved(let why) = found {
                reason = "cannot resolve '\(configuration.coordinator.host)': \(why)"
            }
        }
        guard failures == 1 || isCertain && reason != loggedReason else { return }
        loggedReason = reason
        Log.warning("cannot register with \(configuration.coordinator): \(reason); trying on")
    }

    private func lookWhereDue() -> Reachability? {
        let verdict = connectionWatch.foundNoConnection(at: MonotonicClock.now(), isHeard: isHeard)
        if verdict == .giveUp { giveUp() }
        let endpoint = configuration.coordinator
        guard verdict == .look || failures == 1 && !endpoint.isNumeric else { return nil }
        let found = ports.look(endpoint)
        if verdict == .look { connectionWatch.looked(at: MonotonicClock.now(), greets: found == .greets) }
        return found
    }

    private func giveUp() {
        guard !hasGivenUp.exchange(true, ordering: .relaxed) else { return }
        Log.error(
            "\(configuration.coordinator) takes connections, but this process has made none for "
                + "\(ConnectionWatch.patience.milliseconds / 1_000) s and more: it ends, to be started anew"
        )
        ending.signal()
    }

    /// Whether the zone plays, as far as is known here, and its stream came not long ago: longer than is sent ahead.
    private var isHeard: Bool {
        let last = Instant<NodeClock>(nanoseconds: engine.lastMessageTime.load(ordering: .relaxed))
        guard MonotonicClock.now() - last < .seconds(15) else { return false }
        return engine.revisions.withLock { $0.playsSomething }
    }
}
