import AudioCore

/// Where in its track the music is that is heard.
extension ZoneSchedule {
    /// The mark of the track that is heard at `now` (or was heard last, in a pause), and the place in it; nil while something
    /// else is about to be heard, and where nothing was heard yet.
    func heardTrack(at now: Instant<CoordinatorClock>) -> (mark: TrackMark, time: Interval)? {
        if let pending, case .fresh = pending.kind { return nil }
        guard isHeard, let mark = marks.first, let heard = heard(at: now), heard.generation == mark.generation,
            heard.position >= mark.position
        else { return nil }
        return (mark, mark.trackTime(at: heard.position))
    }

    /// When the place `time` in the track of `mark` is heard, if it will be.
    func time(of time: Interval, in mark: TrackMark) -> Instant<CoordinatorClock>? {
        guard let position = mark.position(at: time) else { return nil }
        return self.time(of: position, in: mark.generation)
    }
}

extension TrackMark {
    /// The first stream position at which `time` in the track has been reached, or one frame more; nil where that is before the
    /// mark or beyond every stream.
    func position(at time: Interval) -> FrameCount? {
        let distance = (time - trackTime).nanoseconds
        guard distance >= 0, ratePermille > 0 else { return nil }
        let rate = Int64(ratePermille)
        let (whole, rest) = distance.quotientAndRemainder(dividingBy: rate)
        let (played, overflow) = whole.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return nil }
        let frames = FrameTime.frames(in: Interval(nanoseconds: played) + Interval(nanoseconds: rest * 1_000 / rate))
        guard frames.rawValue < StreamFormat.maximumPosition else { return nil }
        return position + frames + 1
    }
}
