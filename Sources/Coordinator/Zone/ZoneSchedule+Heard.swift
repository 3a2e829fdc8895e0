package import AudioCore

/// What the rooms hear, as against what they will: commands build upon `elapsed`, and what is told upon this.
extension ZoneSchedule {
    /// The mark whose track is heard at `now` and the place in it; nil in silence.
    package func heardTrack(at now: Instant<CoordinatorClock>) -> (mark: TrackMark, time: Interval)? {
        timeline.heard(at: now).flatMap { track(at: $0) }
    }

    /// Whether the place that is told of what is heard, or heard next, is an estimate.
    func isPlaceEstimated(at now: Instant<CoordinatorClock>) -> Bool {
        if let audible = heardTrack(at: now) { return audible.mark.placeIsEstimate }
        if let pending, case .fresh = pending.kind { return false }
        return marks.first?.placeIsEstimate ?? false
    }

    /// The same, in silence of what was heard last; nil while something is about to be heard, and where nothing was
    /// heard yet.
    func lastHeardTrack(at now: Instant<CoordinatorClock>) -> (mark: TrackMark, time: Interval)? {
        if let audible = heardTrack(at: now) { return audible }
        if let pending, case .fresh = pending.kind { return nil }
        guard isHeard, let heard = heard(at: now), let track = track(at: heard), track.mark == marks.first else {
            return nil
        }
        return track
    }

    /// The marks that are replaced name what is heard until the timeline says otherwise.
    mutating func replaceMarks(with new: [TrackMark]) {
        let generations = Set(timeline.spans.map(\.generation))
        replacedMarks = (replacedMarks + marks).filter { generations.contains($0.generation) }
        marks = new
    }

    private func track(
        at heard: (generation: Generation, position: FrameCount)
    ) -> (mark: TrackMark, time: Interval)? {
        let isHeard = { (mark: TrackMark) in mark.generation == heard.generation && mark.position <= heard.position }
        guard let mark = marks.last(where: isHeard) ?? replacedMarks.last(where: isHeard) else { return nil }
        return (mark, mark.trackTime(at: heard.position))
    }
}
