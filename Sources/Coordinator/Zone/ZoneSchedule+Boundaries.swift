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
        if let next = nextMark, next.generation == heard.generation, heard.position >= next.position {
            let before = isHeard ? marks.removeFirst() : nil
            isHeard = true
            if next.continues, before != nil { return .continued(next) }
            return .began(next, after: before)
        }
        if let end, !isEndHeard, isHeard, marks.count == 1, let mark = marks.first, mark.generation == heard.generation,
            heard.generation == encoding, heard.position >= end
        {
            isEndHeard = true
            return .finished(mark)
        }
        return nil
    }

    /// When `takeBoundary` has something next, as far as is known.
    package var nextBoundary: Instant<CoordinatorClock>? {
        guard boundariesCount else { return nil }
        if let next = nextMark { return time(of: next.position, in: next.generation) }
        if let end, !isEndHeard, let encoding { return time(of: end, in: encoding) }
        return nil
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
