import AudioCore

/// What a zone does by the clock, besides the boundaries of its tracks.
struct DueTimes {
    /// A changed timeline is repeated after these times, in case a room lost the first, and then every `keepAlive`.
    static let repeats = [Interval.milliseconds(50), Interval.milliseconds(250)]
    static let keepAlive = Interval.milliseconds(2_000)
    static let progressInterval = Interval.milliseconds(1_000)
    static let saveInterval = Interval.milliseconds(2_000)

    private var timeline = Instant<CoordinatorClock>(nanoseconds: 0)
    private var repeatsDone = 0
    private var lastChange = Instant<CoordinatorClock>(nanoseconds: 0)
    private var progress = Instant<CoordinatorClock>(nanoseconds: 0)
    private var save = Instant<CoordinatorClock>(nanoseconds: 0)

    mutating func timelineChanged(at now: Instant<CoordinatorClock>) {
        lastChange = now
        repeatsDone = 0
        timeline = now + Self.repeats[0]
    }

    /// True where the timeline is to be published again.
    mutating func takeTimeline(_ now: Instant<CoordinatorClock>) -> Bool {
        guard timeline <= now else { return false }
        repeatsDone += 1
        timeline = repeatsDone < Self.repeats.count ? lastChange + Self.repeats[repeatsDone] : now + Self.keepAlive
        return true
    }

    mutating func takeProgress(_ now: Instant<CoordinatorClock>) -> Bool {
        guard progress <= now else { return false }
        progress = now + Self.progressInterval
        return true
    }

    /// What is heard has jumped: watchers hear of it at once.
    mutating func jumped() { progress = Instant(nanoseconds: 0) }

    mutating func takeSave(_ now: Instant<CoordinatorClock>) -> Bool {
        guard save <= now else { return false }
        save = now + Self.saveInterval
        return true
    }

    func next(boundary: Instant<CoordinatorClock>?, isPlaying: Bool) -> Instant<CoordinatorClock> {
        var next = timeline
        if isPlaying { next = min(next, progress) }
        if let boundary { next = min(next, boundary + .microseconds(100)) }
        return next
    }
}
