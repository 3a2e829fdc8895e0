package import AudioCore
package import RPC
package import WireFormat

/// A coordinator's events for tasks: loops over `next()`, which says when to take a snapshot.
package struct ControlEvents: Sendable {
    package enum Update: Hashable, Sendable {
        /// Ask for the state anew.
        case resynchronize(EventFollower.Reason)
        case event(Wire.Event)
        /// Nothing is heard from the coordinator; a new connection is being tried.
        case silence
    }

    private let subscriber: any MessageSubscriber
    private let now: @Sendable () -> Instant<NodeClock>
    private var follower: EventFollower
    private var pending: [Update] = []

    /// - Parameters:
    ///   - subscriber: of the coordinator's events port (`Wire.GetStatusResponse.eventsPort`). Not closed by this.
    ///   - now: the monotonic clock.
    package init(_ subscriber: any MessageSubscriber, now: @escaping @Sendable () -> Instant<NodeClock>) {
        self.subscriber = subscriber
        self.now = now
        follower = EventFollower(now: now())
    }

    /// The next thing to know. One task at a time. Messages that do not decode are skipped: a newer coordinator's.
    /// - Throws: `.cancelled`, or `.unavailable` once the subscriber is closed.
    package mutating func next() async throws(RPCError) -> Update {
        while pending.isEmpty {
            let wait = max(follower.deadline - now(), Interval(nanoseconds: 1_000_000))
            var message: [UInt8]?
            do throws(RPCError) {
                message = try await subscriber.receive(timeout: .nanoseconds(wait.nanoseconds))
            } catch {
                guard error.code == .deadlineExceeded else { throw error }
            }
            if let message {
                guard let event = try? Wire.Event(decoding: message) else { continue }
                take(follower.received(event, now: now()))
            } else {
                take(follower.timePassed(now: now()))
            }
        }
        return pending.removeFirst()
    }

    private mutating func take(_ actions: [EventFollower.Action]) {
        for action in actions {
            switch action {
            case .resynchronize(let reason): pending.append(.resynchronize(reason))
            case .deliver(let event): pending.append(.event(event))
            case .reconnect:
                subscriber.reconnect()
                pending.append(.silence)
            }
        }
    }
}
