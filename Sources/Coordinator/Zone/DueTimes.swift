import AudioCore

/// What a zone does by the clock, besides the boundaries of its tracks.
struct DueTimes {
    /// A changed timeline is repeated after these times, in case a room lost the first, and then every `keepAlive`.
    static let repeats = [Interval.milliseconds(50), Interval.milliseconds(250)]
    static let keepAlive = Interval.milliseconds(2_000)
    static let progressInterval = Interval.milliseconds(1_000)
    static let saveInterval = Interval.milliseconds(2_000)

    /// Joints that come more densely are taken note of together, at the end of this time, and of the tracks between
    /// them only the last is told of.
    static let denseJoints = Interval.milliseconds(20)

    /// What could not be stored is tried again after the first of these, and twice as long each time, up to the other.
    static let firstRetry = Interval.milliseconds(1_000)
    static let longestRetry = Interval.milliseconds(30_000)

    private var timeline = Instant<CoordinatorClock>(nanoseconds: 0)
    private var repeatsDone = 0
    private var lastChange = Instant<CoordinatorClock>(nanoseconds: 0)
    private var progress = Instant<CoordinatorClock>(nanoseconds: 0)
    private var save = Instant<CoordinatorClock>(nanoseconds: 0)
    private var boundaries = Instant<CoordinatorClock>(nanoseconds: 0)
    private var retry: Instant<CoordinatorClock>?
    private var retryInterval = Self.firstRetry

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

    mutating func couldNotStore(at now: Instant<CoordinatorClock>) {
        retry = now + retryInterval
        retryInterval = min(retryInterval + retryInterval, Self.longestRetry)
    }

    mutating func stored() { (retry, retryInterval) = (nil, Self.firstRetry) }

    /// True where storing is to be tried again.
    mutating func takeRetry(_ now: Instant<CoordinatorClock>) -> Bool {
        guard let retry, retry <= now else { return false }
        self.retry = nil
        return true
    }

    /// False where the last joint has just been taken note of.
    func takesBoundaries(_ now: Instant<CoordinatorClock>) -> Bool { boundaries <= now }

    mutating func tookBoundary(at now: Instant<CoordinatorClock>) { boundaries = now + Self.denseJoints }

    func next(boundary: Instant<CoordinatorClock>?, isPlaying: Bool) -> Instant<CoordinatorClock> {
        var next = min(timeline, retry ?? timeline)
        if isPlaying { next = min(next, progress) }
        if let boundary { next = min(next, max(boundary + .microseconds(100), boundaries)) }
        return next
    }
}
