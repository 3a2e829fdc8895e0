import AudioCore

/// Where in a stream decoding begins.
struct StreamLanding: Hashable {
    /// The source's offset of a frame.
    var offset: Int64
    /// Its number.
    var frame: Int64
    /// False where the number is an estimate.
    var isCounted = true
    /// What was sought seems to lie behind the end, which nobody has seen: this is near the end instead.
    var isInstead = false
}

/// Finds frames by number: known places first, then what can be proved, then what can be counted in a moment, and else
/// by estimate.
extension StreamSurvey {
    /// What counting may take. Beyond it a place is guessed.
    private static let countTime = Interval.milliseconds(2_000)
    private static let countBytes = 32.0 * 1_048_576
    /// Until then nobody can say how quickly a stream comes.
    private static let trialTime = Interval.milliseconds(250)
    /// Within this much of a stream there is a frame.
    static let reach: Int64 = 64 << 10
    /// What is played instead of what lies behind an estimated end, in frames: three seconds and a half.
    private static let tailFrames = 134.0

    func locate(_ frame: Int64) throws(AudioError) -> StreamLanding {
        if frame == 0 { return StreamLanding(offset: counted.origin, frame: 0) }
        try lookAhead()
        let known = counted.value
        if let landing = try knownPlace(of: frame, known) { return landing }
        // What is read through anyway is counted.
        let near = Double(stream.arrivedEnd + RememberingSource.nearBytes)
        let isNear = { (count: CountedFrames, left: Double, _: Interval) in Double(count.walk.offset) + left <= near }
        if let landing = try countedPlace(of: frame, known, while: isNear) { return landing }
        if let landing = try constantPlace(of: frame, known) { return landing }
        let isAffordable = { (count: CountedFrames, left: Double, time: Interval) in
            Self.isAffordable(done: Double(count.walk.offset - known.walk.offset), left: left, time: time)
        }
        if let landing = try countedPlace(of: frame, counted.value, while: isAffordable) { return landing }
        return try likelyPlace(of: frame)
    }

    /// Among the frames that have been counted; of those behind the last of all, that one.
    private func knownPlace(of frame: Int64, _ counted: CountedFrames) throws(AudioError) -> StreamLanding? {
        guard frame < counted.frames || counted.isWhole else { return nil }
        let frame = min(frame, max(0, counted.frames - 1))
        let known = counted.place(before: frame)
        var walk = FrameWalk(offset: known.offset)
        for _ in known.frame..<frame {
            let header = try chain.step(&walk, before: .max, largestGap: CountedFrames.largestGap)
            if header == nil { return nil }
        }
        return StreamLanding(offset: walk.offset, frame: frame)
    }

    /// At a constant bit rate frames lie on a grid: where what stands at the place is on it, and of that rate, so is
    /// all before it.
    private func constantPlace(of frame: Int64, _ counted: CountedFrames) throws(AudioError) -> StreamLanding? {
        guard let size = stream.size, let bytes = counted.constantBytes(nominal: places.nominalBytes) else {
            return nil
        }
        let known = counted.end
        // The last frames prove that what lies behind them is behind the end.
        let sought = min(Double(frame - known.frame) * bytes, Double(size - known.offset) - 16 * bytes)
        guard sought > 0 else { return nil }
        let start = known.offset + Int64(sought)
        guard let found = try chain.first(in: start..<start + Self.reach) else { return nil }
        let steps = (Double(found - known.offset) / bytes).rounded()
        let isOnGrid = abs(Double(found - known.offset) - steps * bytes) <= max(2, bytes / 8)
        var walk = FrameWalk(offset: found)
        var isAlike = isOnGrid
        for _ in 0..<8 where isAlike {
            guard let header = try chain.step(&walk, before: size, largestGap: 0) else { break }
            isAlike = counted.isAlike(header, bytes: walk.frameBytes)
        }
        return isAlike ? StreamLanding(offset: found, frame: known.frame + Int64(steps)) : nil
    }

    /// By counting from the last place that is known.
    /// - Parameter isFit: whether to go on, by what has been counted, the bytes that are left, and the time it has
    ///   taken.
    private func countedPlace(
        of frame: Int64,
        _ known: CountedFrames,
        while isFit: (CountedFrames, Double, Interval) -> Bool
    ) throws(AudioError) -> StreamLanding? {
        guard !known.isClosed, let size = stream.size else { return nil }
        var count = known
        let start = now()
        defer { counted.merge(count) }
        while count.frames < frame {
            if count.frames % 64 == 0 || count.frames == known.frames {
                let left = Double(frame - count.frames) * (meanBytes(count) ?? places.frameBytes)
                guard isFit(count, left, now() - start) else { return nil }
            }
            if try !count.step(&chain, before: size) {
                count.close(atEnd: size - count.walk.offset <= CountedFrames.largestGap)
                return try knownPlace(of: frame, count)
            }
        }
        return StreamLanding(offset: count.walk.offset, frame: frame)
    }

    /// Whether it is done in a moment.
    private static func isAffordable(done: Double, left: Double, time: Interval) -> Bool {
        guard done + left <= countBytes else { return false }
        let scale = done > 0 ? (done + left) / done : 1
        return time < trialTime || Double(time.nanoseconds) * scale < Double(countTime.nanoseconds)
    }

    /// By the encoder's table or the mean bit rate. Only the real end is the end: what seems to lie behind it is looked
    /// for before it.
    private func likelyPlace(of frame: Int64) throws(AudioError) -> StreamLanding {
        let counted = counted.value
        let mean = max(1, meanBytes(counted) ?? places.frameBytes)
        let known = counted.end
        let size = Double(stream.size ?? .max)
        let guess =
            places.isTold
            ? max(Double(counted.origin + places.offset(of: frame)), Double(known.offset))
            : Double(known.offset) + Double(frame - known.frame) * mean
        let last = max(Double(known.offset), size - Self.tailFrames * mean)
        let start = Int64(min(max(Double(counted.origin), guess), last))
        let found = try chain.first(in: start..<start + Self.reach) ?? start
        guard guess > last else { return StreamLanding(offset: found, frame: frame, isCounted: false) }
        let total = places.isTold ? places.frames.map { Double($0) - Self.tailFrames } : nil
        let number = total ?? Double(known.frame) + Double(found - known.offset) / mean
        return StreamLanding(
            offset: found,
            frame: min(frame, max(known.frame, Int64(number))),
            isCounted: false,
            isInstead: true
        )
    }
}
