import AudioCore

/// The generation that is being encoded.
struct GenerationRun {
    /// What comes after the track that is being read.
    enum Following {
        case notTold
        case nothing
        case track(TrackReference)
    }

    /// What follows a track, opened ahead.
    struct Successor {
        var track: TrackReference
        var source: any FrameSource
        /// Nil while it comes over a network and may not be open yet.
        var opened: OpenedTrack?
    }

    struct Reading {
        var track: TrackReference
        var mark: TrackMark
        var opened: OpenedTrack
        /// Where it comes from, if it comes over a network: what it is asked for its supply.
        var feed: (any FrameSource)?
        /// The length that the coordinator has been told since the track began.
        var toldLength: (frames: FrameCount, isEstimate: Bool)?
        /// What a station said last that it plays.
        var title = ""
        /// The serial number of the track before it; nil for the first of the generation.
        var previous: UInt64?
        /// Frames that have been taken from the source since the mark.
        var framesRead: Int64 = 0
        var following = Following.notTold
        /// The track that follows, opened shortly before this one ends.
        var successor: Successor?
        /// The coordinator has been told that the successor has been opened.
        var isSuccessorTold = false

        /// Whether it is the same entry of the queue, wherever in it and however it is to be heard.
        func isOf(_ track: TrackReference) -> Bool { self.track.item == track.item && self.track.uri == track.uri }

        /// True where the track ends within `margin`, as far as its length is known.
        func isNearEnd(_ margin: Interval) -> Bool {
            let info = opened.source.info
            guard !info.isLive else { return false }
            guard let duration = info.duration, !info.lengthIsEstimate else {
                guard case .flowing(let flow) = feed?.supply else { return true }
                return flow.isWhole
            }
            let frames = FrameCount(framesRead) + FrameTime.frames(in: margin)
            let ahead = PlaybackRate.trackTime(of: frames, ratePermille: mark.ratePermille)
            return mark.trackTime + ahead >= duration
        }
    }

    enum Phase {
        case reading(Reading)
        /// The track of this serial number has ended, and what follows has not been told yet.
        case waiting(serial: UInt64)
        /// Nothing follows: silence until the last frame has come out of the encoder.
        case flushing(end: FrameCount)
        case ended

        /// True where a command has to come before anything can be encoded.
        var isIdle: Bool {
            switch self {
            case .reading, .flushing: false
            case .waiting, .ended: true
            }
        }
    }

    let generation: Generation
    var phase: Phase
    var pace: StreamPace
    /// Interleaved frames that go into the encoder before the source: what is left of a given pre-roll.
    var preroll: ArraySlice<Float>
    /// Frames of the source that are pre-roll as well.
    var prerollOfSource: Int64
    /// What the track's first frames are faded in over.
    var fade: CrossFade
    var nextSequence: UInt32 = 0
    /// Packets that may still be made before the pace is looked at again.
    var group = 0
    var batch: [AudioPacket] = []
    var batchTarget = StreamEngine.firstBatch
    var isReady = false
    /// The coordinator has been told that nothing comes, and not yet that it goes on.
    var isStarved = false

    /// Frames that will have gone into the encoder before the next track's first: `fed` so far.
    func nextFrame(fed: Int64) -> FrameCount {
        FrameCount(fed + Int64(preroll.count / StreamFormat.channels))
    }

    init(
        generation: Generation,
        reading: Reading,
        pace: StreamPace,
        preroll: [Float],
        prerollOfSource: Int64,
        fade: CrossFade
    ) {
        self.generation = generation
        phase = .reading(reading)
        self.pace = pace
        self.preroll = preroll[...]
        self.prerollOfSource = prerollOfSource
        self.fade = fade
    }
}
