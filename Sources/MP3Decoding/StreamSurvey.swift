import AudioCore
import LinuxSystem

/// Looks through what has come of a stream, ahead of the decoder: counts frames by their headers, and so knows how long
/// it is, and where its frames lie. Used on one thread; not `Sendable`.
final class StreamSurvey {
    let places: StreamPlaces
    let stream: RememberingSource
    let counted: SharedCount
    /// PCM frames in one frame.
    var framesPerFrame: Int64 { music.framesPerFrame }
    /// Waits for what it looks at.
    var chain: FrameChain
    let now: () -> Instant<NodeClock>

    /// What the music is known to be.
    struct Music {
        /// PCM frames in one frame.
        var framesPerFrame: Int64
        var rate: SampleRate
        /// How many frames there are, where that is exact.
        var frames: Int64?
    }

    let music: Music
    /// What was landed on at a place that is known by estimate only.
    var elsewhere: Landed?
    /// By how many frames the last landing lies further on than was told, for `takeError`.
    var error: Int64?
    /// What lies before it, as it comes to be counted.
    var side: SideReading?
    let beside: (Int64) -> (any ByteSource)?
    /// Sees only what has come.
    private var lookout: FrameChain
    private var nextLook: Int64 = 0

    /// Looking at less at a time is not worth it; and frames that are counted at a time.
    private static let lookBytes: Int64 = 8 << 10
    private static let lookFrames = 2_000

    init(
        _ stream: RememberingSource,
        places: StreamPlaces,
        counted: SharedCount,
        music: Music,
        chain: FrameChain,
        beside: @escaping (Int64) -> (any ByteSource)?,
        now: @escaping () -> Instant<NodeClock>
    ) {
        self.stream = stream
        self.places = places
        self.counted = counted
        self.music = music
        self.chain = chain
        self.beside = beside
        self.now = now
        lookout = FrameChain(SourceWindow(arrivedOf: stream, size: stream.size))
    }

    /// Counts what has come, and waits for nothing.
    func lookAhead() throws(AudioError) {
        guard !stream.isLive else { return }
        try countGap()
        let isRest = stream.waiting.isComplete
        let end = stream.arrivedEnd
        let isComplete = isRest && end >= stream.size ?? 0
        guard isComplete || end >= nextLook else { return }
        nextLook = end + Self.lookBytes
        try countElsewhere(before: end, isComplete: isComplete)
        var lookout = lookout
        let stream = stream
        try counted.withLock { (counted) throws(AudioError) in
            let start = counted.walk.offset
            if start < end && stream.arrived(at: start, count: 1).isEmpty { return }
            try Self.count(&counted, with: &lookout, before: end, isComplete: isComplete)
        }
        self.lookout = lookout
    }

    /// Counts the frames before `end`, behind which nothing has come, or nothing follows.
    static func count(
        _ counted: inout CountedFrames,
        with lookout: inout FrameChain,
        before end: Int64,
        isComplete: Bool
    ) throws(AudioError) {
        if counted.isClosed { return }
        for _ in 0..<lookFrames where try !counted.step(&lookout, before: end, largestGap: 0) {
            // Junk is known as such once enough of what follows is there.
            let left = end - counted.walk.offset
            guard isComplete || left >= CountedFrames.largestGap else { return }
            if try !counted.step(&lookout, before: end) {
                return counted.close(atEnd: isComplete && left <= CountedFrames.largestGap)
            }
        }
    }

    /// Decoding has begun elsewhere.
    func landed(_ landing: StreamLanding) {
        elsewhere = landing.isCounted ? nil : Landed(landing)
        (error, side) = (nil, nil)
        nextLook = 0
    }

    private func countElsewhere(before end: Int64, isComplete: Bool) throws(AudioError) {
        guard var landed = elsewhere else { return }
        let before = landed.counted.end
        try Self.count(&landed.counted, with: &lookout, before: end, isComplete: isComplete)
        elsewhere = landed
        let seen = landed.counted.end
        try counted.withLock { $0.saw(frames: seen.frame - before.frame, bytes: seen.offset - before.offset) }
        settleFromEnd()
    }

    /// What is known by now.
    /// - Parameter told: what was, before anything had been counted.
    func length(told: StreamLength, trim: GaplessTrim) -> StreamLength {
        if case .exact = told { return told }
        let counted = counted.value
        if counted.isWhole {
            let length = FrameCount(trim.length(of: counted.frames * framesPerFrame))
            return counted.isOfOneRate && !counted.walk.hasGaps ? .exact(length) : .estimate(length)
        }
        guard !places.isTold, let size = stream.size, let bytes = meanBytes(counted) else { return told }
        let frames = Double(counted.frames) + Double(size - counted.end.offset) / bytes
        guard (0..<Double(StreamPlaces.maximumFrames)).contains(frames) else { return .unknown }
        return .estimate(FrameCount(trim.length(of: Int64(frames) * framesPerFrame)))
    }

    /// Bytes of a frame on average, as far as that is known.
    func meanBytes(_ counted: CountedFrames) -> Double? {
        counted.constantBytes(nominal: places.nominalBytes) ?? counted.meanBytes
    }
}
