package import AudioCore

/// Queue and transport of one zone: the pure core of its coordinator. One function per event; each returns the actions
/// that the coordinator carries out, in order, and the edits that it stores. "Current" always means what the rooms
/// hear. `Documentation/queue-and-modes.md` has the table of every state and event.
package struct ZonePlayback: Sendable {
    /// Transport with what only one state needs.
    package enum Transport: Hashable, Sendable {
        case stopped
        case playing
        /// Silent at a frame, with all that is prepared kept.
        case held
        /// Silent with nothing prepared: `play` starts the current item here.
        case cued(at: Interval)
    }

    package internal(set) var queue: PlayQueue
    package internal(set) var transport: Transport
    /// The place in the current item that the rooms hear. The coordinator tells it before each event that may leave an
    /// item, because only the timeline knows.
    package var heardPosition = Interval.zero

    package init(seed: UInt64) {
        queue = PlayQueue(seed: seed)
        transport = .stopped
    }

    /// A zone as it was stored: what played or was paused is now paused where it was.
    package init(restoring stored: StoredZone) {
        queue = PlayQueue(restoring: stored)
        switch stored.transport {
        case .stopped: transport = .stopped
        case .playing, .paused:
            transport =
                queue.current == nil || queue.current != stored.order.current
                ? .stopped : .cued(at: max(stored.position, .zero))
        }
    }

    package var state: TransportState {
        switch transport {
        case .stopped: .stopped
        case .playing: .playing
        case .held, .cued: .paused
        }
    }

    /// Where in the current item playback is, if the core decides that: nil while only the timeline knows (playing, or
    /// held at a frame).
    package var cuedPosition: Interval? {
        switch transport {
        case .stopped: .zero
        case .playing, .held: nil
        case .cued(at: let position): position
        }
    }

    // MARK: - Parts

    /// Runs one event: collects what the queue and the transport did, and adds `replan` where it is due.
    /// - Parameter finished: the current item is left because it has come to its end.
    mutating func run<Failure: Error>(
        finished: Bool = false,
        _ body: (inout ZonePlayback, inout [ZoneAction]) throws(Failure) -> QueueEffect?
    ) throws(Failure) -> ZoneOutcome {
        let (transportBefore, modesBefore, placeBefore) = (transport, queue.modes, place)
        var outcome = ZoneOutcome()
        outcome.isAtEnd = finished
        if let effect = try body(&self, &outcome.actions) {
            outcome.edits = effect.edits
            if effect.listChanged { outcome.changes.insert(.list) }
            if effect.current != .unchanged { outcome.changes.insert(.current) }
            if effect.nextChanged, transport == .playing || transport == .held { outcome.actions.append(.replan) }
        }
        if queue.modes != modesBefore { outcome.changes.insert(.modes) }
        if transport != transportBefore { outcome.changes.insert(.transport) }
        outcome.edits += keepPlace(placeBefore, finished: finished)
        let position = outcome.actions.lazy.compactMap(\.position).last
        if transport != transportBefore || position != nil {
            outcome.edits.append(.transport(state, position: transport == .stopped ? .zero : position))
        }
        return outcome
    }

    /// What a move of the current item means in each state of transport. `gapless`: the item before was heard to its
    /// end, so what is prepared goes on.
    mutating func follow(_ effect: QueueEffect, gapless: Bool = false) -> [ZoneAction] {
        switch effect.current {
        case .unchanged: return []
        case .moved(to: let id):
            guard let item = queue[id] else { return [] }
            switch transport {
            case .stopped: return []
            case .playing: return [gapless ? .continueWith(item) : .start(item, at: item.start)]
            case .held where gapless: return [.continueWith(item)]
            case .held, .cued: return cue(item, at: item.start)
            }
        case .paused(at: let id):
            guard let item = queue[id], transport != .stopped else { return [] }
            return cue(item, at: item.start)
        case .stopped, .ended:
            return halt()
        }
    }

    mutating func cue(_ item: QueueItem, at position: Interval) -> [ZoneAction] {
        transport = .cued(at: position)
        return [.cue(item, at: position)]
    }

    mutating func start(_ item: QueueItem, at position: Interval) -> [ZoneAction] {
        transport = .playing
        return [.start(item, at: position)]
    }

    mutating func halt() -> [ZoneAction] {
        guard transport != .stopped else { return [] }
        transport = .stopped
        return [.stop]
    }
}

extension ZoneAction {
    /// Where in the current item playback is after this action; nil where it does not say.
    var position: Interval? {
        switch self {
        case .start(_, at: let position), .seek(_, to: let position), .cue(_, at: let position): position
        case .continueWith(let item): item.start
        case .pause, .resume, .stop, .replan: nil
        }
    }
}
