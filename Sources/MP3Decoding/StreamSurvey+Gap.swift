import AudioCore

/// A place that was landed on by estimate, and the frames from there on as far as they have been seen.
struct Landed {
    /// The number that its frame was given.
    let frame: Int64
    var counted: CountedFrames

    init(_ landing: StreamLanding) {
        frame = landing.frame
        counted = CountedFrames(origin: landing.offset)
    }
}

/// A second reading of a stream, of which nothing is kept but what has not been counted. Used on one thread.
final class SideReading {
    private let source: any ByteSource
    private var start: Int64
    var lookout: FrameChain

    init(_ source: any ByteSource, from start: Int64, size: Int64?) {
        self.source = source
        self.start = start
        lookout = FrameChain(SourceWindow(arrivedOf: source, size: size))
    }

    var size: Int64? { source.size }
    /// The offset behind what has come.
    var end: Int64 { start + source.waiting.bytes }

    func drop(before offset: Int64) throws(AudioError) {
        let place = min(offset, end)
        guard place > start else { return }
        try source.seek(to: place)
        start = place
    }
}

/// Which frame it was that a seek landed on by estimate: found out beside the music, by counting what lies before it,
/// or what follows it up to the end.
extension StreamSurvey {
    /// Music that has to have come before anything else is asked for.
    private static let secondsAhead = 20.0

    /// Whether the place of the last seek is known by estimate only.
    var hasEstimate: Bool { elsewhere != nil || error != nil }

    /// How many frames the last landing lies further on than was told; once.
    func takeError() -> Int64? {
        defer { error = nil }
        return error
    }

    /// Where the number of all frames is known, the last tells the first.
    func settleFromEnd() {
        guard let landed = elsewhere, landed.counted.isWhole, let total = music.frames else { return }
        settle(total - landed.counted.frames - landed.frame)
    }

    private func settle(_ error: Int64) {
        self.error = error
        (elsewhere, side) = (nil, nil)
    }

    /// Counts what has come of what lies between the frames that have been counted and the landing.
    func countGap() throws(AudioError) {
        guard let landed = elsewhere, isFarAhead else { return }
        let start = counted.value
        guard !start.isClosed, let side = side ?? begin(from: start.end.offset) else { return }
        guard side.size == stream.size else { return }
        let goal = landed.counted.origin
        let end = min(side.end, goal)
        let isThere = try counted.withLock { (counted) throws(AudioError) in
            try Self.count(&counted, with: &side.lookout, before: end, isComplete: false)
            return counted.walk.offset == goal
        }
        try side.drop(before: counted.value.end.offset)
        if isThere { try join(landed) }
    }

    /// All of it has been counted: the frames behind it go on with the others.
    private func join(_ landed: Landed) throws(AudioError) {
        let other = landed.counted
        let number = try counted.withLock { (counted) throws(AudioError) in
            let number = counted.frames
            counted.append(other)
            counted.saw(frames: -other.frames, bytes: other.origin - other.walk.offset)
            return number
        }
        settle(number - landed.frame)
    }

    private func begin(from offset: Int64) -> SideReading? {
        guard let source = beside(offset) else { return nil }
        side = SideReading(source, from: offset, size: stream.size)
        return side
    }

    /// Whether so much has come that what is asked for besides takes nothing from what is heard.
    private var isFarAhead: Bool {
        let waiting = stream.waiting
        let frames = Self.secondsAhead * Double(music.rate.hertz) / Double(framesPerFrame)
        return waiting.isComplete || Double(waiting.bytes) > frames * (meanBytes(counted.value) ?? places.frameBytes)
    }
}
