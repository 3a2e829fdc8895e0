package import AudioCore

/// When packets may be published: `lead` before their presentation time, which this tells.
package enum StreamPace: Hashable, Sendable {
    /// Silent at this position for the time being: publish up to `lead` beyond it.
    case held(at: FrameCount)
    /// The frame at `position` leaves the DACs at `time`.
    case running(position: FrameCount, time: Instant<CoordinatorClock>)

    /// The position that is `lead` frames ahead of what is heard at `now`.
    func limit(at now: Instant<CoordinatorClock>, lead: FrameCount) -> FrameCount {
        switch self {
        case .held(at: let position): position + lead
        case .running(let position, let time): position + FrameTime.frames(in: now - time) + lead
        }
    }

    /// When `limit` reaches `position`; nil: not by itself.
    func time(whenLimitReaches position: FrameCount, lead: FrameCount) -> Instant<CoordinatorClock>? {
        switch self {
        case .held: nil
        case .running(let anchor, let time): time + FrameTime.interval(of: position - lead - anchor)
        }
    }
}

/// Takes back what was published from `mark` on and goes on with another track, sample for sample.
package struct StreamCut: Hashable, Sendable {
    /// The generation that is cut: the one that the pipeline encodes, or has encoded to its end.
    package var old: Generation
    /// The first frame of it that shall not be heard.
    package var mark: FrameCount
    /// The generation that continues from there: its position `StreamEngine.startPosition` is heard at the mark's time.
    package var new: Generation
    package var next: TrackReference
    package var pace: StreamPace
    /// Whether the old frames are faded out under the first new ones: `next` is the same track, made to sound
    /// otherwise.
    package var fades: Bool

    package init(
        old: Generation,
        mark: FrameCount,
        new: Generation,
        next: TrackReference,
        pace: StreamPace,
        fades: Bool = false
    ) {
        self.old = old
        self.mark = mark
        self.new = new
        self.next = next
        self.pace = pace
        self.fades = fades
    }
}

/// What the coordinator tells the pipeline. Commands take effect in order, each within one packet's encoding.
package enum PipelineCommand: Hashable, Sendable {
    /// Drops what is being encoded and starts a generation with this track. It is held at its start until told the
    /// pace.
    case start(Generation, TrackReference)
    /// What follows the track of this serial number; nil: nothing, the generation ends there. Ignored when the pipeline
    /// has gone on already.
    case follow(serial: UInt64, TrackReference?)
    case cut(StreamCut)
    /// Ignored when another generation is being encoded.
    case pace(Generation, StreamPace)
    /// Encodes nothing more of this generation, which stays open to a cut.
    case suspend(Generation)
    /// Drops what is being encoded. The ring keeps its packets.
    case halt
}

/// What the pipeline tells the coordinator.
package enum PipelineEvent: Hashable, Sendable {
    /// The track comes over a network and is being opened; for a pending generation, which begins with it, or to
    /// follow.
    case loading(Generation?, TrackReference)
    /// Nothing comes, and the lead is almost used up: the first position that is not published.
    case starved(Generation, at: FrameCount)
    /// Enough has come of a generation that was starved.
    case supplied(Generation)
    /// How a track comes: once in a while.
    case supply(SupplyReport)
    /// From this position on a station plays what it calls so.
    case titled(Generation, at: FrameCount, String)
    /// The track has been opened.
    case opened(TrackReference, TrackInfo)
    /// Where in the stream a track begins; comes before any packet that holds it is published.
    case marked(TrackMark)
    /// The track behind the mark of this serial number began at a place that was an estimate: it lies so much further
    /// on.
    case counted(serial: UInt64, Interval)
    /// Enough of the generation has been published for rooms to begin.
    case ready(Generation)
    /// The generation could not be started with this track, or a cut could not go on with it.
    case refused(Generation, TrackReference, reason: String)
    /// The generation could not be started: the track ends before the place that it was to be read from.
    case passed(Generation, TrackReference)
    /// What should be cut is not there any more.
    case uncuttable(Generation)
    /// The track that was to follow could not be read: tell another. `mark` is void if it was announced already.
    case failed(TrackReference, mark: TrackMark?, reason: String)
    /// The track could not be read beyond what is in the stream, and has ended there.
    case broke(TrackMark, reason: String)
    /// Nothing follows: the first position that holds nothing.
    case ended(Generation, FrameCount)
    /// It holds no more packets: what plays goes on in another one.
    case full(Generation)
    /// The encoder failed; nothing is encoded any more.
    case stalled(Generation, reason: String)
}

/// The pipeline as the coordinator sees it. `send` may be called from any thread and does not block.
package protocol PipelinePort: Sendable {
    func send(_ command: PipelineCommand)
}
