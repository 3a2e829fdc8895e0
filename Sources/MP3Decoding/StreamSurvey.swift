import AudioCore
import LinuxSystem

/// Looks through what has come of a stream, ahead of the decoder: counts frames by their headers, and so knows how long it
/// is, and where its frames lie. Used on one thread; not `Sendable`.
final class StreamSurvey {
    let places: StreamPlaces
    let stream: RememberingSource
    let counted: SharedCount
    /// PCM frames in one frame.
    let framesPerFrame: Int64
    /// Waits for what it looks at.
    var chain: FrameChain
    let now: () -> Instant<NodeClock>

    /// Sees only what has come.
    private var lookout: FrameChain
    /// What was landed on at a place that is known by estimate only.
    private var elsewhere: FrameWalk?
    private var nextLook: Int64 = 0

    /// Looking at less at a time is not worth it; and frames that are counted at a time.
    private static let lookBytes: Int64 = 8 << 10
    private static let lookFrames = 2_000

    init(
        _ stream: RememberingSource,
        places: StreamPlaces,
        counted: SharedCount,
        framesPerFrame: Int64,
        chain: FrameChain,
        now: @escaping () -> Instant<NodeClock>
    ) {
        self.stream = stream
        self.places = places
        self.counted = counted
        self.framesPerFrame = framesPerFrame
        self.chain = chain
        self.now = now
        lookout = FrameChain(SourceWindow(arrivedOf: stream))
    }

    /// Counts what has come, and waits for nothing.
    func lookAhead() throws(AudioError) {
        guard !stream.isLive else { return }
        let isRest = stream.waiting.isComplete
        let end = stream.arrivedEnd
        let isComplete = isRest && end >= stream.size ?? 0
        guard isComplete || end >= nextLook else { return }
        nextLook = end + Self.lookBytes
        try lookElsewhere(before: end)
        var lookout = lookout
        let stream = stream
        try counted.withLock { (counted) throws(AudioError) in
            let start = counted.walk.offset
            if counted.isClosed || start < end && stream.arrived(at: start, count: 1).isEmpty { return }
            for _ in 0..<Self.lookFrames where try !counted.step(&lookout, before: end, largestGap: 0) {
                // Junk is known as such once enough of what follows is there.
                let left = end - counted.walk.offset
                guard isComplete || left >= CountedFrames.largestGap else { return }
                if try !counted.step(&lookout, before: end) {
                    return counted.close(atEnd: isComplete && left <= CountedFrames.largestGap)
                }
            }
        }
        self.lookout = lookout
    }

    /// Decoding has begun at `offset`, which nobody has counted up to.
    func landed(at offset: Int64, isCounted: Bool) {
        elsewhere = isCounted ? nil : FrameWalk(offset: offset)
        nextLook = 0
    }

    private func lookElsewhere(before end: Int64) throws(AudioError) {
        guard var walk = elsewhere else { return }
        let start = walk.offset
        var frames: Int64 = 0
        while frames < Self.lookFrames, try lookout.step(&walk, before: end, largestGap: 0) != nil { frames += 1 }
        elsewhere = walk
        let bytes = walk.offset - start
        try counted.withLock { $0.saw(frames: frames, bytes: bytes) }
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
