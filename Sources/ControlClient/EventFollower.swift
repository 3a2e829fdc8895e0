package import AudioCore
package import WireFormat

/// Follows a coordinator's events and notices when some were missed. A pure core: a shell receives, takes the snapshots
/// and reconnects.
///
/// A watcher subscribes first and takes its snapshot after; events carry whole states, so applying one that the
/// snapshot already held does no harm.
package struct EventFollower: Sendable {
    /// What the shell does, in this order.
    package enum Action: Hashable, Sendable {
        /// Ask for the state anew: events were missed, or may have been.
        case resynchronize(Reason)
        case deliver(Wire.Event)
        /// Nothing has come for long, though heartbeats should: make a new connection.
        case reconnect
    }

    package enum Reason: Hashable, Sendable {
        /// The first message: what happened between the first snapshot and it is not known.
        case began
        case lost(UInt64)
        /// Another session of the coordinator: everything may be different, its ports too.
        case restarted
    }

    private enum State: Sendable {
        case waiting
        case following(session: UInt64, revision: UInt64)
    }

    /// Heartbeats come every two seconds; three missing are silence.
    package static let patience = Interval.milliseconds(6_500)

    private var state = State.waiting
    private var lastHeard: Instant<NodeClock>

    package init(now: Instant<NodeClock>) { lastHeard = now }

    /// When to call `timePassed` if nothing comes before.
    package var deadline: Instant<NodeClock> { lastHeard + Self.patience }

    package mutating func received(_ event: Wire.Event, now: Instant<NodeClock>) -> [Action] {
        lastHeard = now
        let isHeartbeat = event.kind == .heartbeat
        let delivery: [Action] = isHeartbeat ? [] : [.deliver(event)]
        guard case .following(let session, let revision) = state else {
            follow(event)
            return [.resynchronize(.began)] + delivery
        }
        guard event.sessionId == session else {
            follow(event)
            return [.resynchronize(.restarted)] + delivery
        }
        // A heartbeat repeats the revision of the last event, so it shows the loss of that one too.
        let expected = isHeartbeat ? revision : revision &+ 1
        guard event.revision >= expected else { return [] }
        follow(event)
        let missing = event.revision - expected
        return (missing > 0 ? [.resynchronize(.lost(missing))] : []) + delivery
    }

    /// - Returns: `reconnect` where the silence has lasted too long; patience begins anew then.
    package mutating func timePassed(now: Instant<NodeClock>) -> [Action] {
        guard now >= deadline else { return [] }
        lastHeard = now
        return [.reconnect]
    }

    private mutating func follow(_ event: Wire.Event) {
        state = .following(session: event.sessionId, revision: event.revision)
    }
}
