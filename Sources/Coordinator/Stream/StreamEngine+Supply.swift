import AudioCore

/// Tracks that come over a network: the engine never waits for them.
extension StreamEngine {
    /// A track that is being opened elsewhere.
    struct Opening {
        enum Purpose {
            case start(Generation)
            case cut(StreamCut)
            /// It follows the track of this serial number, which has ended.
            case follow(serial: UInt64)
        }

        var purpose: Purpose
        var track: TrackReference
        var source: any FrameSource
        var isOpen = false
    }

    /// What is there when a track begins: 1.5 s.
    static let startFrames = FrameCount(StreamFormat.framesPerSecond * 3 / 2)
    /// What is ahead when a stream that ran dry goes on: 5 s.
    static let resumeFrames = FrameCount(StreamFormat.framesPerSecond * 5)
    /// A lead below this without data is a stream that has run dry: what it takes to tell the rooms, and time to spare.
    static let starvingLead = FrameCount(StreamFormat.framesPerSecond * 3 / 5)
    /// What stays in a source that is not whole: a stretcher reads up to three times what it gives.
    static let reserve = FrameCount(StreamFormat.framesPerSecond / 4)
    /// How long before a track's end one that comes over a network is opened.
    static let remoteMargin = Interval.milliseconds(20_000)
    private static let reportInterval = Interval.milliseconds(1_000)
    private static let waitingInterval = Interval.milliseconds(250)

    /// Begins to open `track`, if that takes a network.
    /// - Parameter reading: what was read until now; if enough of the place is at hand with it, nothing is loaded.
    /// - Returns: false where it takes no network.
    func load(
        _ track: TrackReference,
        from time: Interval,
        for purpose: Opening.Purpose,
        reading: GenerationRun.Reading? = nil
    ) -> Bool {
        let feed = reading.flatMap { atHand($0, track, from: time) }
        guard let source = feed ?? loader?.load(uri: track.uri, from: time) else { return false }
        wait(for: source, track, purpose)
        return true
    }

    /// Goes on once enough of `source` is there.
    func wait(for source: any FrameSource, _ track: TrackReference, _ purpose: Opening.Purpose) {
        var opening = Opening(purpose: purpose, track: track, source: source)
        // What was opened ahead has been told of.
        if case .flowing = source.supply { opening.isOpen = true }
        self.opening = opening
        (nextReport, still) = (Instant(nanoseconds: 0), nil)
        let generation: Generation? =
            switch purpose {
            case .start(let generation): generation
            case .cut(let cut): cut.new
            case .follow: nil
            }
        if !opening.isOpen { output.report(.loading(generation, track)) }
    }

    /// Looks at what is being opened, and begins with it where enough is there.
    func advanceOpening() {
        guard var opening else { return }
        let flow: FrameFlow
        switch opening.source.supply {
        case .loading: return
        case .steady: flow = FrameFlow(isWhole: true)
        case .flowing(let value): flow = value
        case .failed(let error):
            self.opening = nil
            return failed(opening, reason: error.message)
        }
        if !opening.isOpen {
            opening.isOpen = true
            self.opening = opening
            output.report(.opened(opening.track, opening.source.info))
        }
        guard flow.isWhole || flow.ready >= needed(for: opening) else { return }
        self.opening = nil
        begin(opening)
    }

    /// Whether a block can be filled now.
    func hasSupply() -> Bool {
        guard case .reading(let reading) = run?.phase, let feed = reading.feed else { return true }
        switch feed.supply {
        case .steady, .failed: return true
        case .loading: return false
        case .flowing(let flow): return flow.isWhole || flow.ready >= Self.reserve
        }
    }

    /// Tells the coordinator what has to be told of the supply.
    /// - Returns: when to look again; nil: when something has come.
    func tellSupply(_ now: Instant<CoordinatorClock>) -> Instant<CoordinatorClock>? {
        tellLength()
        guard let flow = currentFlow else {
            // All of it has been read.
            checkRecovery(FrameFlow(isWhole: true))
            return nil
        }
        tellPlace()
        let isShort = opening != nil || run?.isStarved ?? false
        if nextReport <= now {
            nextReport = now + (isShort ? Self.waitingInterval : Self.reportInterval)
            report(flow, trouble: trouble(of: flow, isShort: isShort, now))
        }
        var next = nextReport
        if let dry = checkLead(now) { next = min(next, dry) }
        checkRecovery(flow)
        return next
    }

    /// Whether nothing comes and the lead shrinks; reports when it is too small.
    /// - Returns: when it will be.
    private func checkLead(_ now: Instant<CoordinatorClock>) -> Instant<CoordinatorClock>? {
        guard let run, !run.isStarved, isDry, case .running = run.pace else { return nil }
        let published = FrameCount(Int64(run.nextSequence) * StreamFormat.framesPerPacket)
        guard run.pace.limit(at: now, lead: Self.starvingLead) >= published else {
            return run.pace.time(whenLimitReaches: published, lead: Self.starvingLead)
        }
        self.run?.isStarved = true
        nextReport = now
        output.report(.starved(run.generation, at: published))
        return now
    }

    private func checkRecovery(_ flow: FrameFlow) {
        guard let run, run.isStarved, case .held(let position) = run.pace, opening == nil else { return }
        let published = FrameCount(Int64(run.nextSequence) * StreamFormat.framesPerPacket)
        guard flow.isWhole || published - position + flow.ready >= Self.resumeFrames else { return }
        self.run?.isStarved = false
        output.report(.supplied(run.generation))
    }

    /// True where what is encoded waits for the network.
    private var isDry: Bool {
        switch run?.phase {
        case .reading: !hasSupply()
        case .waiting: opening != nil
        case .flushing, .ended, nil: false
        }
    }

    /// What has come of what is waited for or read.
    private var currentFlow: FrameFlow? {
        let source: (any FrameSource)?
        if let opening {
            source = opening.source
        } else if case .reading(let reading) = run?.phase {
            source = reading.feed
        } else {
            source = nil
        }
        return switch source?.supply {
        case .loading(let flow), .flowing(let flow): flow
        case .steady, .failed, nil: nil
        }
    }

    private func needed(for opening: Opening) -> FrameCount {
        switch opening.purpose {
        case .start, .cut: Self.startFrames
        case .follow: run?.isStarved ?? false ? Self.resumeFrames : Self.startFrames
        }
    }

    private func report(_ flow: FrameFlow, trouble: String) {
        var generation = run?.generation
        var published = FrameCount(Int64(run?.nextSequence ?? 0) * StreamFormat.framesPerPacket)
        var ahead = flow.ready
        var needed = Self.resumeFrames
        if let opening {
            needed = self.needed(for: opening)
            switch opening.purpose {
            case .start(let new):
                generation = new
                published = startPosition
            case .cut(let cut):
                generation = cut.new
                published = startPosition
            case .follow: break
            }
        } else if let run, case .held(let position) = run.pace {
            ahead = ahead + (published - position)
        }
        guard let generation else { return }
        let percent = flow.isWhole ? 100 : min(100, max(0, ahead.rawValue * 100 / needed.rawValue))
        output.report(
            .supply(
                SupplyReport(
                    generation: generation,
                    arrived: published + streamFrames(of: max(flow.arrived, flow.ready)),
                    isComplete: flow.isComplete || flow.isWhole,
                    percent: Int(percent),
                    trouble: trouble
                )
            )
        )
    }

    /// What frames of the track that is read are worth at its speed.
    private func streamFrames(of frames: FrameCount) -> FrameCount {
        guard opening == nil, case .reading(let reading) = run?.phase else { return frames }
        return FrameCount(frames.rawValue * Int64(PlaybackRate.normal) / Int64(reading.mark.ratePermille))
    }

    private func failed(_ opening: Opening, reason: String) {
        switch opening.purpose {
        case .start(let generation): output.report(.refused(generation, opening.track, reason: reason))
        case .cut(let cut): output.report(.refused(cut.new, opening.track, reason: reason))
        case .follow: output.report(.failed(opening.track, mark: nil, reason: reason))
        }
    }

    private func begin(_ opening: Opening) {
        var track = opening.track
        do {
            let opened = try shaped(track, opening.source)
            // A station plays the present, wherever in it was asked for.
            track.start = opening.source.info.isLive ? .zero : track.start + opened.landing.displacement
            switch opening.purpose {
            case .start(let generation): begin(generation, track, opened, feed: opening.source)
            case .cut(let cut): self.cut(cut, track, opened, feed: opening.source)
            case .follow(let serial): goOn(after: serial, with: track, opened, feed: opening.source)
            }
        } catch {
            failed(opening, reason: error.message)
        }
    }
}
