package import AudioCore

/// Makes the packets of one generation after another: opens tracks, joins them without a gap, encodes, and publishes
/// `lead` ahead of presentation. Everything happens in `handle` and `step`, called on one thread; `step` does at most
/// one packet's work, so a command never waits longer than that.
package final class StreamEngine {
    /// What `step` wants next.
    package enum Next: Hashable, Sendable {
        case again
        /// Nothing to do until then, or until the next command; nil: until the next command.
        case wait(until: Instant<CoordinatorClock>?)
    }

    /// Where the engine puts what it makes.
    package struct Output {
        package var ring: PacketRing
        /// Consecutive packets of one generation, for one message.
        package var publish: ([AudioPacket]) -> Void
        package var report: (PipelineEvent) -> Void

        package init(
            ring: PacketRing,
            publish: @escaping ([AudioPacket]) -> Void,
            report: @escaping (PipelineEvent) -> Void
        ) {
            self.ring = ring
            self.publish = publish
            self.report = report
        }
    }

    /// The most packets that are made together when nothing is urgent: 160 ms. It spares wake-ups here and in every
    /// room.
    package static let maximumGroup = 8
    /// Packets of the first messages of a generation, so that rooms can start early: the pre-roll and the first that is
    /// heard.
    package static let firstBatch = 6
    /// How long before a track's end what follows it is opened, so that both can share a resampler's filter at the
    /// joint.
    static let successorMargin = Interval.milliseconds(500)

    let opener: any TrackOpening
    /// Opens what may stand still; nil: everything is opened at once.
    let loader: (any TrackLoading)?
    /// Whether `loader` has to open what follows.
    var stalling: (uri: String, mayStall: Bool)?
    /// What is being opened by `loader` and waited for.
    var opening: Opening?
    /// When the supply is told again.
    var nextReport = Instant<CoordinatorClock>(nanoseconds: 0)
    /// How much had come, and since when nothing more has, where something is waited for.
    var still: (arrived: FrameCount, since: Instant<CoordinatorClock>)?
    let encoder: any PacketEncoder
    /// Nil: every track plays at its own speed.
    let stretcher: (any TempoStretching)?
    let output: Output
    /// Changed between steps: the rooms' networks decide.
    var lead: FrameCount
    /// Packets that are made together: as many as take less than a twelfth of the lead.
    let groupSize: Int
    var history: FrameHistory
    var run: GenerationRun?
    var lastSerial: UInt64 = 0
    /// A generation has at most so many packets, which are numbered in 32 bits: 16 months of a station.
    var maximumPackets: UInt32 = 1 << 31
    /// The packet that is being filled: 960 frames of interleaved stereo.
    let block: UnsafeMutableBufferPointer<Float>
    var blockFrames = 0

    /// - Parameter lead: how far ahead of their presentation time packets are published.
    package init(
        opener: any TrackOpening,
        loader: (any TrackLoading)? = nil,
        encoder: any PacketEncoder,
        stretcher: (any TempoStretching)? = nil,
        lead: FrameCount,
        output: Output
    ) {
        self.opener = opener
        self.loader = loader
        self.encoder = encoder
        self.stretcher = stretcher
        self.output = output
        self.lead = lead
        groupSize = min(max(Int(lead.rawValue / StreamFormat.framesPerPacket / 12), 1), Self.maximumGroup)
        // What is published and not heard, and time for a command to arrive.
        history = FrameHistory(capacity: lead + FrameCount(4 * StreamFormat.framesPerSecond))
        block = .allocate(capacity: Int(StreamFormat.framesPerPacket) * StreamFormat.channels)
        block.initialize(repeating: 0)
    }

    deinit { block.deallocate() }

    /// The position of a generation's first audible frame: behind the pre-roll, as the decoder puts it out.
    package var startPosition: FrameCount { FrameCount(StreamFormat.prerollFrames) + encoder.lookahead }

    package func handle(_ command: PipelineCommand) {
        switch command {
        case .start(let generation, let track): start(generation, track)
        case .follow(let serial, let track): follow(serial, track)
        case .cut(let cut): self.cut(cut)
        case .pace(let generation, let pace): setPace(pace, of: generation)
        case .suspend(let generation): suspend(generation)
        case .halt:
            run = nil
            opening = nil
        }
    }

    private func setPace(_ pace: StreamPace, of generation: Generation) {
        guard run?.generation == generation else { return }
        run?.pace = pace
        if case .running = pace { run?.isStarved = false }
    }

    package func step(now: Instant<CoordinatorClock>) -> Next {
        advanceOpening()
        guard let run, !run.phase.isIdle, hasSupply(), !awaitsFollower else {
            flushBatch()
            return .wait(until: tellSupply(now))
        }
        if run.group == 0 {
            let last = FrameCount((Int64(run.nextSequence) + Int64(groupSize) - 1) * StreamFormat.framesPerPacket)
            guard last <= run.pace.limit(at: now, lead: lead) else {
                flushBatch()
                let due = run.pace.time(whenLimitReaches: last, lead: lead)
                let report = tellSupply(now)
                return .wait(until: due.map { due in report.map { min($0, due) } ?? due } ?? report)
            }
            self.run?.group = groupSize
        }
        // Where the track is over, what follows may be there already.
        if fillBlock() { encodeBlock() }
        return .again
    }
}
