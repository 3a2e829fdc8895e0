package import AudioCore

/// What happens when a stream does not come fast enough. `Documentation/sources-and-buffering.md` has the states.
extension ZoneSchedule {
    /// True where the zone is silent, or about to be, because its stream has not come.
    package func isBuffering(at now: Instant<CoordinatorClock>) -> Bool {
        if let pending, pending.isLoading {
            switch pending.kind {
            case .fresh(let isHeld): return !isHeld
            case .cut: return hold == nil && timeline.heard(at: now) == nil
            }
        }
        return hold?.isStarved ?? false
    }

    /// The track that a pending generation begins with comes over a network: what plays is silenced before it runs out.
    /// - Parameter earliest: now and the command lead.
    package mutating func loading(_ generation: Generation, earliest: Instant<CoordinatorClock>) {
        guard pending?.generation == generation else { return }
        pending?.isLoading = true
        let before = timeline
        switch pending?.kind {
        case .fresh: timeline.end(at: earliest)
        case .cut(let old, let mark, _): timeline.end(old, at: mark)
        case nil: return
        }
        if timeline != before { publish() }
    }

    /// Nothing comes, and `position` is the first that is not published: all rooms fall silent there.
    package mutating func starved(_ generation: Generation, at position: FrameCount) -> [PipelineCommand] {
        guard encoding == generation, pending == nil, hold == nil else { return [] }
        timeline.end(generation, at: position)
        publish()
        hold = Hold(generation: generation, position: position, isStarved: true)
        return [.pace(generation, .held(at: position))]
    }

    /// Enough has come: it goes on with the sample at which it fell silent, at once or, if the silence has not been
    /// reached, without a gap.
    /// - Returns: nil where it was not waited for; empty where it has to be started anew.
    package mutating func supplied(
        _ generation: Generation,
        earliest: Instant<CoordinatorClock>,
        ring: PacketRing
    ) -> [PipelineCommand]? {
        guard let hold, hold.isStarved, hold.generation == generation, pending == nil else { return nil }
        guard !hold.isStale else { return [] }
        let silence = time(of: hold.position, in: generation) ?? earliest
        guard silence >= earliest else { return resume(at: earliest, ring: ring) ?? [] }
        self.hold = nil
        timeline.append(
            TimelineSpan(
                generation: generation,
                startPosition: hold.position,
                startTime: silence,
                endPosition: end,
                continuesPrevious: true
            )
        )
        publish()
        return [.pace(generation, .running(position: hold.position, time: silence))]
    }

    /// Drops what is prepared: what plays then is started anew.
    package mutating func letGo() -> [PipelineCommand] {
        guard pending == nil, let encoding else { return [] }
        self.encoding = nil
        end = nil
        hold = hold ?? Hold(generation: encoding, position: startPosition)
        hold?.isStale = true
        return [.halt]
    }
}
