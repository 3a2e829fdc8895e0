package import AudioCore

/// What the coordinator's pipeline and timeline tell.
extension ZonePlayback {
    /// The rooms have heard the last frame of item `id`. Ignored unless it is the current item and is playing or held:
    /// so the end of an item is taken once.
    package mutating func itemEnded(_ id: ItemID) -> ZoneOutcome {
        guard id == queue.current, transport == .playing || transport == .held else { return ZoneOutcome() }
        return run(finished: true) { zone, actions in
            let effect = zone.queue.advance()
            actions = zone.follow(effect, gapless: true)
            return effect
        }
    }

    /// Item `id` turned out to end before the place that it was to be played from: what follows is started.
    package mutating func itemIsOver(_ id: ItemID) -> ZoneOutcome {
        guard id == queue.current, transport != .stopped else { return ZoneOutcome() }
        return run(finished: true) { zone, actions in zone.leave(&actions) }
    }

    /// The current item ends here, before it has been heard to its end.
    mutating func leave(_ actions: inout [ZoneAction]) -> QueueEffect {
        let effect = queue.advance()
        actions = follow(effect)
        return effect
    }

    /// Item `id` could not be opened, or not be read further. If it is the current one, playback goes on with what
    /// follows; if that fails as well, this is called again, and playback is over when nothing is left to try.
    ///
    /// `stillHeard`: a part of it is prepared and will be heard to its end, after which `itemEnded` is called; until
    /// then it stays the current item. It also stays while nothing is prepared (stopped or cued): `play` tries it
    /// again.
    package mutating func itemFailed(_ id: ItemID, reason: String, stillHeard: Bool = false) -> ZoneOutcome {
        let isPrepared = transport == .playing || transport == .held
        var outcome = run { zone, actions in
            let effect =
                isPrepared && !stillHeard
                ? zone.queue.markFailed(id, reason: reason) : zone.queue.noteFailure(id, reason: reason)
            actions = zone.follow(effect)
            return effect
        }
        outcome.changes.insert(.item)
        return outcome
    }

    /// Item `id` is being opened.
    package mutating func itemLoading(_ id: ItemID) -> ZoneOutcome {
        queue.markLoading(id)
        return ZoneOutcome(changes: .item)
    }

    /// Item `id` has been opened and this is known of it.
    package mutating func itemReady(_ id: ItemID, _ info: TrackInfo) -> ZoneOutcome {
        var outcome = run { zone, _ in zone.queue.markReady(id, info) }
        outcome.changes.insert(.item)
        return outcome
    }
}
