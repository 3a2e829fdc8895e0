import AudioCore

/// When a place in a track is heard.
extension ZoneSchedule {
    /// When the place `time` in the track of `mark` is heard, if it will be.
    func time(of time: Interval, in mark: TrackMark) -> Instant<CoordinatorClock>? {
        guard let position = mark.position(at: time) else { return nil }
        return self.time(of: position, in: mark.generation)
    }
}

extension TrackMark {
    /// The first stream position at which `time` in the track has been reached, or one frame more; nil where that is
    /// before the mark or beyond every stream.
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
