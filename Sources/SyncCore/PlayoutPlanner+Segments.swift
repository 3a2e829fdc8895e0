import AudioCore

/// What one segment of a block is made of.
extension PlayoutPlanner {
    /// Appends what is played from frame `at` on, up to the next change.
    /// - Returns: the frame where the next segment begins.
    mutating func planSegment(
        _ block: inout BlockPlan,
        from at: Int,
        grid: Grid,
        step: Double,
        inputs: borrowing PlayoutInputs,
        available: (Generation) -> Available
    ) -> Int {
        let time = grid.time(at: at)
        var index = -1
        for candidate in 0..<inputs.spanCount where grid.frame(at: inputs.spans[candidate].startTime) <= at {
            index = candidate
        }
        var limit = grid.frames
        if index + 1 < inputs.spanCount {
            limit = min(limit, max(at + 1, grid.frame(at: inputs.spans[index + 1].startTime)))
        }
        guard index >= 0 else { return rest(&block, from: at, to: limit, step: step, state: .idle, available) }
        let span = inputs.spans[index]
        if let endTime = span.endTime {
            let ended = grid.frame(at: endTime)
            guard ended > at else { return rest(&block, from: at, to: limit, step: step, state: .idle, available) }
            limit = min(limit, ended)
        }
        var joinsNext = false
        if index + 1 < inputs.spanCount { joinsNext = Self.joins(span, inputs.spans[index + 1]) }
        if let voice, voice.isDying || !follows(voice, span: span, at: time, available) {
            self.voice?.isDying = true
            return fadeOut(&block, from: at, to: grid.frames, step: step, available)
        }
        // Too little is left of it to fade in and out again.
        if voice == nil, let endTime = span.endTime, grid.frame(at: endTime) - at <= Int(Self.rampFrames) {
            return rest(&block, from: at, to: limit, step: step, state: .idle, available)
        }
        guard enter(span, at: time, available: available) else {
            // Before the first sound of a span there is nothing to miss: it is being fetched and decoded.
            if lastPlayed == span.startTime { status.starvedFrames += UInt64(limit - at) }
            return rest(&block, from: at, to: limit, step: step, state: .starved, available)
        }
        return play(&block, from: at, to: limit, step: step, joinsNext: joinsNext, available: available)
    }

    /// True where `voice` may go on into `span`: it plays it already, near enough, or the span continues its sound and
    /// is decoded.
    private mutating func follows(
        _ voice: Voice,
        span: TimelineSpan,
        at time: Instant<CoordinatorClock>,
        _ available: (Generation) -> Available
    ) -> Bool {
        if voice.span.generation == span.generation, voice.span.startTime == span.startTime {
            if abs(lag(of: voice, at: time)) < Self.stepThreshold { return true }
            status.resyncs += 1
            return false
        }
        guard span.continuesPrevious else { return false }
        let range = available(span.generation)
        let target = span.position(at: time).rawValue
        let margin = Int64(FractionalInterpolator.margin)
        return (range.low + margin <= target || range.low == 0)
            && target + Int64(Self.rampFrames) + margin + 2 <= range.high
    }

    /// True where `next` takes over from `span` without a gap, sample for sample.
    private static func joins(_ span: TimelineSpan, _ next: TimelineSpan) -> Bool {
        guard next.continuesPrevious else { return false }
        guard let end = span.endTime else { return true }
        return next.startTime <= end + .microseconds(1)
    }

    /// Makes `voice` play `span`: as it does, or carried over a seamless joint, or from the exact fraction of a frame.
    private mutating func enter(
        _ span: TimelineSpan,
        at time: Instant<CoordinatorClock>,
        available: (Generation) -> Available
    ) -> Bool {
        let wanted = FrameTime.position(in: time - span.startTime)
        let target = span.startPosition.rawValue + wanted.frames
        if var voice {
            if voice.span.generation != span.generation || voice.span.startTime != span.startTime {
                // The joint is inaudible only if the error stays what it was.
                let exact = wanted.fraction - lag(of: voice, at: time)
                let whole = exact.rounded(.down)
                voice.position = target + Int64(whole)
                voice.fraction = exact - whole
            }
            voice.span = span
            self.voice = voice
            return true
        }
        let range = available(span.generation)
        let margin = Int64(FractionalInterpolator.margin)
        let needed = min(Self.startFrames, (span.endPosition?.rawValue ?? StreamFormat.maximumPosition) - target)
        guard range.low + margin <= target || range.low == 0, target + max(needed, 1) + margin <= range.high else {
            return false
        }
        voice = Voice(span: span, position: target, fraction: wanted.fraction, gain: 0)
        return true
    }

    /// Plays the voice up to `limit`, with its fades.
    private mutating func play(
        _ block: inout BlockPlan,
        from at: Int,
        to limit: Int,
        step: Double,
        joinsNext: Bool,
        available: (Generation) -> Available
    ) -> Int {
        guard let voice else { return limit }
        let decoded = available(voice.span.generation).high - Int64(FractionalInterpolator.margin) - 2
        let end =
            joinsNext ? StreamFormat.maximumPosition : voice.span.endPosition?.rawValue ?? StreamFormat.maximumPosition
        let softEnd = min(end, decoded)
        let left = Double(softEnd &- voice.position) - voice.fraction
        if left <= 0, softEnd == decoded {
            // Nothing is left to fade: the decoder has fallen behind by more than the margin.
            self.voice = nil
            status.starvedFrames += UInt64(limit - at)
            return rest(&block, from: at, to: limit, step: step, state: .starved, available)
        }
        status.state = .playing
        lastPlayed = voice.span.startTime
        let untilFade = left - voice.gain * Self.rampFrames
        if untilFade <= Self.hair { return fade(&block, from: at, to: limit, step: step, left: left) }
        var count = limit - at
        if untilFade < Double(count) * step { count = max(1, Int((untilFade / step).rounded(.down))) }
        if voice.gain < 1 {
            count = min(count, max(1, Int(((1 - voice.gain) * Self.rampFrames).rounded(.up))))
        }
        let last = min(1, voice.gain + Double(count) / Self.rampFrames)
        return emit(&block, from: at, count: count, step: step, lastGain: last)
    }

    /// The last frames before a known end: the gain reaches zero with it.
    private mutating func fade(
        _ block: inout BlockPlan,
        from at: Int,
        to limit: Int,
        step: Double,
        left: Double
    ) -> Int {
        guard let voice else { return limit }
        let untilEnd = max(1, Int((left / step - Self.hair).rounded(.up)))
        let count = min(limit - at, untilEnd)
        let lastGain = voice.gain * max(0, 1 - Double(count) / Double(untilEnd))
        let next = emit(&block, from: at, count: count, step: step, lastGain: lastGain)
        if count == untilEnd || lastGain <= 0 { self.voice = nil }
        return next
    }

    /// Ends a voice that must not go on and was not told so in time: 5 ms of what it was playing.
    private mutating func fadeOut(
        _ block: inout BlockPlan,
        from at: Int,
        to limit: Int,
        step: Double,
        _ available: (Generation) -> Available
    ) -> Int {
        guard let voice else { return at }
        let decoded = available(voice.span.generation).high - Int64(FractionalInterpolator.margin) - 2
        let length = min(voice.gain * Self.rampFrames, Double(decoded &- voice.position))
        guard length >= 1 else {
            self.voice = nil
            return at
        }
        return fade(&block, from: at, to: limit, step: step, left: length * step)
    }

    /// Silence up to `limit`, after the voice that may still sound has faded.
    private mutating func rest(
        _ block: inout BlockPlan,
        from at: Int,
        to limit: Int,
        step: Double,
        state: Status.State,
        _ available: (Generation) -> Available
    ) -> Int {
        if voice != nil {
            voice?.isDying = true
            return fadeOut(&block, from: at, to: limit, step: step, available)
        }
        status.state = state
        block.appendSilence(limit - at)
        return limit
    }

    private mutating func emit(
        _ block: inout BlockPlan,
        from at: Int,
        count: Int,
        step: Double,
        lastGain: Double
    ) -> Int {
        guard var voice else { return at + count }
        block.append(
            BlockPlan.Segment(
                frames: Int32(count),
                generation: voice.span.generation,
                position: voice.position,
                fraction: voice.fraction,
                step: step,
                firstGain: Float(voice.gain),
                lastGain: Float(lastGain)
            )
        )
        voice.advance(count, step: step)
        voice.gain = lastGain
        self.voice = voice
        return at + count
    }
}
