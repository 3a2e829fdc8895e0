package import AudioCore

/// What a zone's rooms hear and will hear: the timeline, the track marks along it, and what the pipeline has been told.
/// The pure half of `PlaybackCoordinator`; its functions return the commands for the pipeline. A change of the timeline
/// shows in its revision.
package struct ZoneSchedule: Sendable {
    /// A generation that has been asked for, and of which not enough is published yet.
    struct Pending: Sendable {
        enum Kind: Hashable, Sendable {
            /// Begins as soon as it can; `isHeld`: it waits silently for `resume`.
            case fresh(isHeld: Bool)
            /// Continues `old` at its position `mark`, heard at `time`.
            case cut(old: Generation, mark: FrameCount, time: Instant<CoordinatorClock>)
        }

        var generation: Generation
        var kind: Kind
        var track: TrackReference
        var marks: [TrackMark] = []
        var end: FrameCount?
        /// Its track comes over a network and is waited for.
        var isLoading = false
        /// Whether `track` is the one that is cut, made to sound otherwise.
        var retunes = false
    }

    /// Silent at a position, with what follows it prepared.
    struct Hold: Hashable, Sendable {
        var generation: Generation
        var position: FrameCount
        /// What is prepared is not what shall follow any more.
        var isStale = false
        /// The stream ran dry here: it goes on by itself.
        var isStarved = false
    }

    /// What the pipeline was told to let follow the last mark.
    enum Told: Hashable, Sendable {
        case nothingYet
        case following(TrackReference?)
    }

    /// What has been compared with the plan.
    struct Checked: Hashable, Sendable {
        var edition: PlanEdition
        /// Of the last mark that was found to be right, as all before it.
        var serial: UInt64
    }

    /// How much later than the command lead a new generation starts: its first packets, which were sent before it is
    /// scheduled, are decoded meanwhile.
    package static let startMargin = Interval.milliseconds(10)
    /// A joint has to be known this much longer than the command lead before it is heard.
    package static let cutMargin = Interval.milliseconds(40)

    package internal(set) var timeline = Timeline()
    /// In the order in which they are heard. The first one is being heard, if `isHeard`.
    package internal(set) var marks: [TrackMark] = []
    /// Those that something else has taken the place of, of the generations that the timeline still has.
    var replacedMarks: [TrackMark] = []
    package internal(set) var isHeard = false
    /// The generation that the pipeline encodes or has encoded to its end, unless one is pending.
    var encoding: Generation?
    /// The first position of `encoding` that holds nothing.
    var end: FrameCount?
    var isEndHeard = false
    var hold: Hold?
    var pending: Pending?
    var told = Told.nothingYet
    var checked: Checked?
    /// The mark of a track that could not be read anew to make it sound otherwise: it stays as it is.
    var unretunable: UInt64?
    private var lastGeneration: UInt32
    /// Position of the first audible frame of each generation.
    let startPosition: FrameCount

    /// - Parameters:
    ///   - startPosition: `StreamEngine.startPosition` of the pipeline.
    ///   - firstGeneration: generations have numbers above it.
    package init(startPosition: FrameCount, firstGeneration: UInt32 = 0) {
        self.startPosition = startPosition
        lastGeneration = firstGeneration
    }

    // MARK: - What is heard

    /// The generation and position that is heard at `now`, or was heard last.
    package func heard(at now: Instant<CoordinatorClock>) -> (generation: Generation, position: FrameCount)? {
        guard let span = timeline.span(at: now) else { return nil }
        let position = span.position(at: now)
        return (span.generation, span.endPosition.map { min($0, position) } ?? position)
    }

    /// The place in the track that commands begin at: the one that was asked for last, once that is heard what is
    /// heard, and in a pause where it goes on.
    package func elapsed(at now: Instant<CoordinatorClock>) -> Interval? {
        if let pending, case .fresh = pending.kind { return pending.track.start }
        guard let mark = marks.first else { return nil }
        guard let heard = heard(at: now), heard.generation == mark.generation, heard.position > mark.position else {
            return mark.trackTime
        }
        // A pause may go on before the place where it fell silent: see `rewindHold`.
        if let hold, hold.generation == mark.generation {
            return mark.trackTime(at: max(mark.position, min(hold.position, heard.position)))
        }
        return mark.trackTime(at: heard.position)
    }

    /// When position `position` of `generation` is heard, if it will be.
    func time(of position: FrameCount, in generation: Generation) -> Instant<CoordinatorClock>? {
        guard let span = timeline.spans.last(where: { $0.generation == generation }) else { return nil }
        if let end = span.endPosition, position > end { return nil }
        return span.exactTime(of: position)
    }

    mutating func newGeneration() -> Generation {
        lastGeneration += 1
        return Generation(lastGeneration)
    }

    mutating func publish() { timeline.revision += 1 }
}

extension TimelineSpan {
    /// The first instant at which `position(at:)` is `position`: up to a nanosecond after `time(of:)`.
    func exactTime(of position: FrameCount) -> Instant<CoordinatorClock> {
        let time = time(of: position)
        return self.position(at: time) < position ? time + Interval(nanoseconds: 1) : time
    }
}
