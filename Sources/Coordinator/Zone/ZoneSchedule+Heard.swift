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
        guard let mark = mark(at: heard) ?? replacedMarks.last(where: { $0.isHeard(at: heard) }) else { return nil }
        return (mark, mark.trackTime(at: heard.position))
    }
    /// The place in the track behind `mark` at which `next` takes over; nil where that is not known any more.
    func place(in mark: TrackMark, before next: TrackMark) -> Interval? {
        if mark.generation == next.generation { return mark.trackTime(at: next.position) }
        let span = timeline.spans.last { $0.generation == mark.generation }
        return span?.endPosition.map { mark.trackTime(at: $0) }
    }

    /// The last of `marks` that begins at `heard` or before it in the same generation. They may be thousands.
    private func mark(at heard: (generation: Generation, position: FrameCount)) -> TrackMark? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            let isBehind = (marks[middle].generation, marks[middle].position) > heard
            if isBehind { high = middle } else { low = middle + 1 }
        }
        guard low > 0, marks[low - 1].isHeard(at: heard) else { return nil }
        return marks[low - 1]
    }
}

extension TrackMark {
    fileprivate func isHeard(at heard: (generation: Generation, position: FrameCount)) -> Bool {
        generation == heard.generation && position <= heard.position
    }
}
