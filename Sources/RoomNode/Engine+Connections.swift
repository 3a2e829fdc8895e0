import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization

/// Connections that have died without a word, and those that an outage left behind.
extension Engine {
    /// A request each quarter of a second at least has not been answered.
    static let clockPatience = Interval.seconds(3)
    /// A zone repeats its timeline every two seconds, whatever it does.
    static let streamPatience = Interval.seconds(6)

    /// What has been silent for too long is made anew: the clock's socket by the link, which may wait for a name to be
    /// resolved.
    func watchConnections(at now: Instant<NodeClock>) {
        if clockWatch.isDue(at: now) {
            needsClock.store(true, ordering: .relaxed)
            nudge.signal()
        }
        if streamWatch.isDue(at: now) {
            session?.tuning.subscriber.reconnect()
            stream.expectGap()
        }
    }

    /// This process or its machine stood still: what has come meanwhile is not received yet.
    func forgiveSilence(at now: Instant<NodeClock>) {
        clockWatch.heard(at: now)
        streamWatch.heard(at: now)
    }

    /// Goes on with other connections to the same start of the coordinator: all that is known of clock and stream
    /// stays.
    func take(_ route: Route) {
        guard session?.id == route.session else {
            route.subscriber?.close()
            return
        }
        session?.clock = route.clock
        clock.askAtOnce()
        guard let subscriber = route.subscriber else { return }
        session?.tuning.subscriber.close()
        session?.tuning.subscriber = subscriber
        stream.expectGap()
    }

    /// The network is back. TCP does not know yet: its next attempt is as far away as the outage was long. So the
    /// connections are made anew, and what was missed is fetched.
    func connectAgain(after outage: Interval, at now: Instant<NodeClock>) {
        guard now - lastMessage > .milliseconds(500) else { return }
        Log.notice("the network was away for \(outage.milliseconds) ms; connecting again")
        reconnection.begin(at: now)
        connectAgain([.stream, .calls])
        stream.expectGap()
    }

    /// The network works, as an answer has come; but nothing has come by these since they were made anew.
    func connectOnceMore(at now: Instant<NodeClock>) {
        var dead = reconnection.due(at: now)
        // Nothing has been asked: nothing can come.
        if !stream.isFetching { dead.subtract(.calls) }
        connectAgain(dead)
    }

    private func connectAgain(_ connections: Reconnection.Connections) {
        if connections.contains(.stream) { session?.tuning.subscriber.reconnect() }
        if connections.contains(.calls) { fetcher.reconnect() }
    }
}
