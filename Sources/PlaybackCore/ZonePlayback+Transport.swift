package import AudioCore

/// The user's commands.
extension ZonePlayback {
    /// Plays, or goes on. With no current item the first in the order of play is taken.
    /// - Throws: `failedPrecondition` if the queue is empty.
    package mutating func play() throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, actions) throws(PlaybackError) in
            switch zone.transport {
            case .playing: return nil
            case .held:
                zone.transport = .playing
                actions = [.resume]
                return nil
            case .stopped:
                let effect = try zone.queue.ensureCurrent()
                if let item = zone.queue.currentItem { actions = zone.start(item, at: item.start) }
                return effect
            case .cued(at: let position):
                let effect = try zone.queue.ensureCurrent()
                if let item = zone.queue.currentItem { actions = zone.start(item, at: position) }
                return effect
            }
        }
    }

    /// Plays an item from `position`, or from its start; one that keeps its position and plays already, from here.
    /// - Throws: `notFound`.
    package mutating func play(_ id: ItemID, at position: Interval? = nil) throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, actions) throws(PlaybackError) in
            let start = zone.queue[id].map(zone.chosenStart)
            let effect = try zone.queue.play(id)
            if let item = zone.queue[id] { actions = zone.start(item, at: max(position ?? start ?? item.start, .zero)) }
            return effect
        }
    }

    /// Plays the item at a 0-based index.
    /// - Throws: `outOfRange`.
    package mutating func play(index: Int) throws(PlaybackError) -> ZoneOutcome {
        guard queue.items.indices.contains(index) else { throw queue.outOfRange("play from that place") }
        return try play(queue.items[index].id)
    }

    /// Falls silent and stays where it is. Nothing happens unless something plays.
    package mutating func pause() -> ZoneOutcome {
        guard transport == .playing else { return ZoneOutcome() }
        return run { zone, actions in
            zone.transport = .held
            actions = [.pause]
            return nil
        }
    }

    /// Pauses what plays; plays otherwise.
    /// - Throws: as `play()`.
    package mutating func toggle() throws(PlaybackError) -> ZoneOutcome {
        transport == .playing ? pause() : try play()
    }

    /// Stops. The current item stays the current one, at its start.
    package mutating func stop() -> ZoneOutcome {
        run { zone, actions in
            actions = zone.halt()
            return nil
        }
    }

    /// Goes to the next item; playing stays playing, paused stays paused, stopped stays stopped (as MPRIS specifies
    /// it). Where nothing follows, playback is over.
    package mutating func next() -> ZoneOutcome {
        run { zone, actions in
            let effect = zone.queue.next()
            actions = zone.follow(effect)
            return effect
        }
    }

    /// Goes to the previous item (never just to the start of the current one, unless nothing is before it).
    /// - Throws: `failedPrecondition` if the queue is empty.
    package mutating func previous() throws(PlaybackError) -> ZoneOutcome {
        try run { (zone, actions) throws(PlaybackError) in
            let effect = try zone.queue.previous()
            actions = zone.follow(effect)
            return effect
        }
    }

    /// Goes to a place in the current item, clamped at zero and at a year. At or past its end (where that is known
    /// exactly) the item is over, once: what follows it follows.
    /// - Throws: `failedPrecondition` if stopped.
    package mutating func seek(to position: Interval) throws(PlaybackError) -> ZoneOutcome {
        guard transport != .stopped, let item = queue.currentItem else { throw .nothingPlaying }
        let isPastEnd = !item.durationEstimated && item.duration.map { position >= $0 } ?? false
        return run(finished: isPastEnd) { zone, actions in
            if isPastEnd { return zone.leave(&actions) }
            let target = min(max(position, .zero), .longestTrack)
            actions = zone.transport == .playing ? [.seek(item, to: target)] : zone.cue(item, at: target)
            return nil
        }
    }
}
