package import AudioCore

/// Which track marks have been heard.
extension ZoneSchedule {
    package enum Boundary: Hashable, Sendable {
        /// The first frame of a track has been heard; `after`: the track before it, if it was heard to its end.
        case began(TrackMark, after: TrackMark?)
        /// The track that is heard sounds otherwise from this mark on.
        case continued(TrackMark)
        /// The last frame of a track has been heard, and nothing is prepared to follow.
        case finished(TrackMark)
    }

    /// Takes the next boundary that has been heard by `now`; call until nil.
    package mutating func takeBoundary(_ now: Instant<CoordinatorClock>) -> Boundary? {
        guard boundariesCount, let heard = heard(at: now) else { return nil }
        if let next = nextMark, isReached(next, by: heard, now) {
            let before = isHeard ? marks.removeFirst() : nil
            isHeard = true
            if next.continues, before != nil { return .continued(next) }
            return .began(next, after: before)
        }
        // What was to follow in a generation of its own may have been taken back: the last mark is of the one before
        // then.
        if let end, !isEndHeard, isHeard, marks.count == 1, let mark = marks.first, heard.generation == encoding,
            heard.position >= end
        {
            isEndHeard = true
            return .finished(mark)
        }
        return nil
    }

    /// Also where so much time has passed since that another generation is heard, which took its place behind the mark.
    private func isReached(
        _ mark: TrackMark,
        by heard: (generation: Generation, position: FrameCount),
        _ now: Instant<CoordinatorClock>
    ) -> Bool {
        if mark.generation == heard.generation { return heard.position >= mark.position }
        guard timeline.spans.contains(where: { $0.generation == mark.generation }) else {
            return mark.generation < heard.generation
        }
        return time(of: mark.position, in: mark.generation).map { $0 <= now } ?? false
    }

    /// When `takeBoundary` has something next, as far as is known.
    package var nextBoundary: Instant<CoordinatorClock>? {
        if let nextJoint { return nextJoint }
        guard boundariesCount, nextMark == nil else { return nil }
        if let end, !isEndHeard, let encoding { return time(of: end, in: encoding) }
        return nil
    }

    /// When the next track begins, as far as is known.
    var nextJoint: Instant<CoordinatorClock>? {
        guard boundariesCount, let next = nextMark else { return nil }
        return time(of: next.position, in: next.generation)
    }

    /// While a fresh start is pending, what plays is only played out.
    private var boundariesCount: Bool {
        switch pending?.kind {
        case .fresh: false
        case .cut, nil: true
        }
    }

    private var nextMark: TrackMark? { isHeard ? marks.dropFirst().first : marks.first }
}
