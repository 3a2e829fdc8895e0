import AudioCore
import ControlClient
import RPC
import WireFormat

/// Follows a coordinator for `--watch` and `events`, over its restarts, until the user or the reader has enough.
struct EventLoop {
    enum Step {
        /// Ask for the state anew.
        case resynchronize
        case event(Wire.Event)
        case tick
        /// The coordinator went away; it is looked for each second.
        case lost
    }

    typealias Handler = (Step) throws(CommandFailure) -> Void

    private enum End {
        case stop
        case connectAgain
    }

    private let session: Session
    private let tick: Interval
    private static let retryPause = Interval.milliseconds(1_000)
    private static let patience = Duration.seconds(2)

    private let isOfOneZone: Bool

    /// - Parameter isOfOneZone: events of other zones are left out, also where no zone was named.
    init(_ session: Session, tick: Interval, isOfOneZone: Bool = false) {
        self.session = session
        self.tick = tick
        self.isOfOneZone = isOfOneZone || !session.options.zone.isEmpty
    }

    /// Returns when a signal came.
    /// - Throws: where the coordinator cannot be reached at the start, and what `handle` throws; but a coordinator that
    ///   goes away later is waited for.
    func run(_ handle: Handler) throws(CommandFailure) {
        try session.outside.catchSignals()
        var port = try eventsPort()
        while true {
            let began = session.outside.now()
            guard try follow(port, handle) == .connectAgain else { return }
            // One that answers and is lost at once must not be asked without a pause.
            let rest = began + Self.retryPause - session.outside.now()
            if rest > .zero, session.outside.wait(nil, rest) == .stop { return }
            guard let next = try findAgain(handle) else { return }
            port = next
        }
    }

    private func eventsPort() throws(CommandFailure) -> UInt16 {
        var call = ControlCall.status
        call.timeout = Self.patience
        let status = try session.call(call)
        guard let port = UInt16(exactly: status.eventsPort), port > 0 else {
            throw .failed("the coordinator at \(session.options.endpoint) publishes no events; update it")
        }
        return port
    }

    /// - Returns: the events port once the coordinator answers; nil after a signal.
    private func findAgain(_ handle: Handler) throws(CommandFailure) -> UInt16? {
        var isTold = false
        while true {
            session.disconnect()
            do throws(CommandFailure) {
                return try eventsPort()
            } catch {
                guard case .unreachable = error else { throw error }
            }
            if !isTold { try handle(.lost) }
            isTold = true
            if session.outside.wait(nil, Self.retryPause) == .stop { return nil }
        }
    }

    private func follow(_ port: UInt16, _ handle: Handler) throws(CommandFailure) -> End {
        do throws(CommandFailure) {
            return try followWhileReachable(port, handle)
        } catch {
            guard case .unreachable = error else { throw error }
            return .connectAgain
        }
    }

    private func followWhileReachable(_ port: UInt16, _ handle: Handler) throws(CommandFailure) -> End {
        let subscriber = try session.subscribe(port: port)
        defer { subscriber.close() }
        var follower = EventFollower(now: session.outside.now())
        try handle(.resynchronize)
        var nextTick = session.outside.now() + tick
        while true {
            while let message = try receive(subscriber) {
                // What does not decode is a newer coordinator's.
                guard let event = try? Wire.Event(decoding: message) else { continue }
                let actions = follower.received(event, now: session.outside.now())
                if try perform(actions, handle) == .connectAgain { return .connectAgain }
            }
            let now = session.outside.now()
            if !follower.timePassed(now: now).isEmpty { return .connectAgain }
            if now >= nextTick {
                try handle(.tick)
                nextTick = now + tick
            }
            let wait = min(follower.deadline, nextTick) - session.outside.now()
            if session.outside.wait(subscriber.fileDescriptor, max(wait, .zero)) == .stop { return .stop }
        }
    }

    private func receive(_ subscriber: any PollableSubscriber) throws(CommandFailure) -> [UInt8]? {
        do throws(RPCError) {
            return try subscriber.receive()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// - Returns: `connectAgain` where the coordinator was restarted: its ports may be others.
    private func perform(
        _ actions: [EventFollower.Action],
        _ handle: Handler
    ) throws(CommandFailure) -> End? {
        for action in actions {
            switch action {
            case .resynchronize(.restarted), .reconnect: return .connectAgain
            case .resynchronize(.began), .resynchronize(.lost): try handle(.resynchronize)
            case .deliver(let event):
                if !isOfOneZone || !session.isElsewhere(event) { try handle(.event(event)) }
            }
        }
        return nil
    }
}

extension Session {
    /// What people are told while the coordinator is looked for.
    var lost: String { "the coordinator at \(options.endpoint) does not answer; trying again" }
}
