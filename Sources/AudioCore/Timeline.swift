/// A discontinuity in the stream starts a new generation: its packets are encoded by a fresh encoder and its stream
/// positions count from zero. Numbers rise within one session of a coordinator and are never reused in it; 0 is never
/// used.
@frozen
package struct Generation: Hashable, Comparable, Sendable, BitwiseCopyable {
    package var rawValue: UInt32

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// One stretch of a zone's timeline: from `startTime` on, the frame `startPosition + (t - startTime) * 48000` of
/// `generation` leaves the DAC of every room at coordinator time t, until `endPosition` (exclusive) or the start of the
/// next span.
@frozen
package struct TimelineSpan: Hashable, Sendable, BitwiseCopyable {
    package var generation: Generation
    package var startPosition: FrameCount
    package var startTime: Instant<CoordinatorClock>
    /// The first frame that is not heard any more; nil while the end is open.
    package var endPosition: FrameCount?
    /// True where this span continues what the one before it was playing, sample for sample: no ramp is made at the
    /// joint.
    package var continuesPrevious: Bool

    package init(
        generation: Generation,
        startPosition: FrameCount,
        startTime: Instant<CoordinatorClock>,
        endPosition: FrameCount? = nil,
        continuesPrevious: Bool = false
    ) {
        self.generation = generation
        self.startPosition = startPosition
        self.startTime = startTime
        self.endPosition = endPosition
        self.continuesPrevious = continuesPrevious
    }

    /// When frame `position` leaves the DAC, rounded to a nanosecond. Positions before the start give earlier times.
    package func time(of position: FrameCount) -> Instant<CoordinatorClock> {
        startTime + FrameTime.interval(of: position - startPosition)
    }

    /// The frame (rounded down) that leaves the DAC at `time`, without regard to the span's ends.
    package func position(at time: Instant<CoordinatorClock>) -> FrameCount {
        startPosition + FrameTime.frames(in: time - startTime)
    }

    /// When the span falls silent; nil while its end is open.
    package var endTime: Instant<CoordinatorClock>? { endPosition.map { time(of: $0) } }
}

/// What every room of a zone plays, and when: all that a room has to know about transport.
///
/// At coordinator time t the last span whose `startTime` <= t is in force. The coordinator changes only the future and
/// publishes the whole list with a rising revision, so an update may be lost, repeated or overtaken.
package struct Timeline: Hashable, Sendable {
    package var revision: UInt64
    /// In order of `startTime`; at most `maximumSpans`.
    package private(set) var spans: [TimelineSpan]

    /// Enough for every command that can be pending inside the lead; the past needs only the span in force.
    package static let maximumSpans = 8

    package init(revision: UInt64 = 0, spans: [TimelineSpan] = []) {
        self.revision = revision
        self.spans = Array(spans.suffix(Self.maximumSpans))
    }

    /// The span in force at `time`, whether or not it has ended.
    package func span(at time: Instant<CoordinatorClock>) -> TimelineSpan? {
        spans.last { $0.startTime <= time }
    }

    /// What is heard at `time`: nil in silence.
    package func heard(at time: Instant<CoordinatorClock>) -> (generation: Generation, position: FrameCount)? {
        guard let span = span(at: time) else { return nil }
        let position = span.position(at: time)
        if let end = span.endPosition, position >= end { return nil }
        return (span.generation, position)
    }

    /// Ends what plays at `time`: spans that start at or after it are dropped, the one in force is given an end.
    package mutating func end(at time: Instant<CoordinatorClock>) {
        spans.removeAll { $0.startTime >= time }
        guard let last = spans.last else { return }
        let position = last.position(at: time)
        if let end = last.endPosition, end <= position { return }
        spans[spans.count - 1].endPosition = position
    }

    /// Gives the last span of `generation` an end at `position`, as when its source has run out. Spans after it stay.
    package mutating func end(_ generation: Generation, at position: FrameCount) {
        guard let index = spans.lastIndex(where: { $0.generation == generation }) else { return }
        if let end = spans[index].endPosition, end <= position { return }
        spans[index].endPosition = max(position, spans[index].startPosition)
    }

    /// Ends what plays at the start of `span` and goes on with it.
    package mutating func append(_ span: TimelineSpan) {
        end(at: span.startTime)
        spans.append(span)
        if spans.count > Self.maximumSpans { spans.removeFirst(spans.count - Self.maximumSpans) }
    }
}
