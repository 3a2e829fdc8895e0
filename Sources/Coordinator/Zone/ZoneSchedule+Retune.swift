package import AudioCore

/// Makes what is heard sound otherwise: another speed, another loudness.
extension ZoneSchedule {
    /// How much later than the command lead a track that is heard sounds otherwise: it is opened anew, and its first
    /// packets are made, travel and are decoded meanwhile.
    package static let retuneMargin = Interval.milliseconds(60)

    /// When a change that is being prepared is heard.
    var retunedAt: Instant<CoordinatorClock>? {
        guard let pending, pending.retunes, case .cut(_, _, let time) = pending.kind else { return nil }
        return time
    }

    /// Reads the track that will be heard as soon as possible anew from there, if it does not sound as wanted.
    /// - Parameter wanted: the track that is k tracks after the current one; nil: it is not looked at.
    /// - Returns: nil where nothing is to be done.
    mutating func retune(
        _ wanted: (Int) -> TrackReference?,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand]? {
        let time = earliest + Self.retuneMargin
        let index = marks.lastIndex { self.time(of: $0.position, in: $0.generation).map { $0 <= time } ?? false } ?? 0
        guard marks.indices.contains(index), var track = wanted(tracksBefore(index)) else { return nil }
        let mark = marks[index]
        guard mark.item == track.item, !mark.sounds(as: track), mark.serial != unretunable else { return nil }
        if hold != nil {
            hold?.isStale = true
            return []
        }
        guard mark.generation == encoding else {
            track.start = elapsed(at: earliest + Self.startMargin) ?? track.start
            return start(track)
        }
        guard let span = timeline.spans.last(where: { $0.generation == mark.generation }) else { return nil }
        let position = max(span.position(at: time), mark.position)
        if let end, position >= end { return nil }
        track.start = mark.trackTime(at: position)
        return cut(mark.generation, at: position, track, earliest: earliest, retunes: true)
    }

    /// Starts a generation that is not heard yet anew, if it does not sound as wanted.
    mutating func restart(_ current: TrackReference?, isHeld: Bool) -> [PipelineCommand]? {
        guard let current, let track = pending?.track, track.item == current.item,
            track.ratePermille != current.ratePermille || track.replayGain != current.replayGain
        else { return nil }
        var wanted = current
        wanted.start = track.start
        let commands = start(wanted)
        pending?.kind = .fresh(isHeld: isHeld)
        return commands
    }
}
