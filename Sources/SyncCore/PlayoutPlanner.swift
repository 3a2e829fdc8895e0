package import AudioCore

/// What a room's play-out depends on, as one flat value: it is handed to the audio thread whole.
package struct PlayoutInputs: Sendable, BitwiseCopyable {
    /// Nil until the clock is known: the room is silent.
    package var mapping: ClockMapping?
    package private(set) var spans: InlineArray<8, TimelineSpan>
    package private(set) var spanCount = 0
    /// Positive: this room sounds later.
    package var delay = Interval.zero
    /// The linear gains before `gainTime` and from then on.
    package var gainBefore = StereoGain.silence
    package var gain = StereoGain.silence
    package var gainTime = Instant<CoordinatorClock>(nanoseconds: .min)

    package init() {
        let none = TimelineSpan(
            generation: Generation(0),
            startPosition: 0,
            startTime: Instant(nanoseconds: 0),
            endPosition: 0
        )
        spans = InlineArray(repeating: none)
    }

    package mutating func setTimeline(_ timeline: Timeline) {
        spanCount = min(timeline.spans.count, 8)
        for index in 0..<spanCount { spans[index] = timeline.spans[index] }
    }
}

/// Decides what each block that goes to the DAC is made of. Documentation/timeline-and-sync.md has the state machine.
///
/// It is asked once a block, on the audio thread: no allocation, no clock, no lock.
package struct PlayoutPlanner: Sendable {
    /// Decoded frames that can be read: [low, high). Empty where low >= high.
    package struct Available: Sendable, BitwiseCopyable {
        package var low: Int64
        package var high: Int64

        package init(low: Int64, high: Int64) {
            self.low = low
            self.high = high
        }

        package static let nothing = Available(low: 0, high: 0)
    }

    /// Counters and the present state, for the room's report.
    package struct Status: Sendable, BitwiseCopyable {
        package enum State: UInt8, Sendable, BitwiseCopyable {
            /// The clock or the DAC is not known well enough.
            case syncing
            /// The timeline is silent.
            case idle
            case playing
            /// The timeline says play and there is nothing decoded.
            case starved
        }

        package var state = State.syncing
        /// Time the DAC plays minus time it should: positive is late. The last block's.
        package var playoutError = Interval.zero
        /// How often play-out had to jump.
        package var resyncs: UInt64 = 0
        /// Frames of silence where there should have been sound.
        package var starvedFrames: UInt64 = 0
        /// Device frames per coordinator second against nominal, minus one.
        package var rateError = 0.0
        /// The rate controller's part of the resampling step.
        package var correction = 0.0

        package init() {}
    }

    private struct Voice {
        var span: TimelineSpan
        var position: Int64
        var fraction: Double
        var gain: Double
        /// It must not go on, and is heard for the last milliseconds of its fade.
        var isDying = false

        mutating func advance(_ frames: Int, step: Double) {
            let sum = fraction + Double(frames) * step
            let whole = sum.rounded(.down)
            position += Int64(whole)
            fraction = sum - whole
        }
    }

    /// 5 ms: short enough not to be missed from the music, long enough not to click.
    private static let rampFrames = 240.0
    /// An error above 2 ms is a step and not slewed away.
    private static let stepThreshold = 96.0
    /// Less than this part of a frame is rounding and not a frame more to fade.
    private static let hair = 0.01
    /// Frames that must be decoded ahead before a voice starts.
    private static let startFrames: Int64 = 960

    /// Reads of the device's position before its clock is trusted.
    private static let minimumObservations = 8

    package private(set) var status = Status()
    private var voice: Voice?
    /// The start of the span that was heard last.
    private var lastPlayed: Instant<CoordinatorClock>?
    private var controller = RateController()

    package init() {}

    /// The device was restarted: what was heard last has nothing to do with what comes.
    package mutating func restart() {
        voice = nil
        controller.reset()
        status.state = .syncing
    }

    /// Plans the block whose first frame is number `first` since the device's start.
    package mutating func plan(
        first: Int64,
        frames: Int,
        dac: borrowing DACClock,
        inputs: borrowing PlayoutInputs,
        available: (Generation) -> Available
    ) -> BlockPlan {
        var block = BlockPlan()
        guard let mapping = inputs.mapping, dac.observations >= Self.minimumObservations,
            let from = dac.time(of: first), let to = dac.time(of: first + Int64(frames))
        else {
            voice = nil
            status.state = .syncing
            block.appendSilence(frames)
            return block
        }
        let start = mapping.coordinatorTime(at: from) - inputs.delay
        let end = mapping.coordinatorTime(at: to) - inputs.delay
        let grid = Grid(start: start, perFrame: Double((end - start).nanoseconds) / Double(frames), frames: frames)
        status.rateError = 1e9 / (grid.perFrame * Double(dac.rate.hertz)) - 1
        block.gainFrame = Int32(min(max(grid.frame(at: inputs.gainTime), 0), frames))
        let step = grid.perFrame * 48e-6 + steer(grid: grid, frames: frames, inputs: inputs)
        status.correction = controller.correction
        var at = 0
        while at < frames {
            at = planSegment(&block, from: at, grid: grid, step: step, inputs: inputs, available: available)
        }
        return block
    }

    /// The frames of a block on the coordinator's clock.
    private struct Grid {
        var start: Instant<CoordinatorClock>
        var perFrame: Double
        var frames: Int

        func time(at frame: Int) -> Instant<CoordinatorClock> {
            start + Interval(nanoseconds: Int64((Double(frame) * perFrame).rounded()))
        }

        /// The first frame at or after `time`; far instants saturate.
        func frame(at time: Instant<CoordinatorClock>) -> Int {
            let frames = (Double((time - start).nanoseconds) / perFrame - 1e-4).rounded(.up)
            return Int(min(max(frames, -1e9), 1e9))
        }
    }

    /// Runs the rate controller on the voice that goes on, if one does.
    private mutating func steer(grid: Grid, frames: Int, inputs: borrowing PlayoutInputs) -> Double {
        guard let voice else {
            controller.reset()
            return 0
        }
        let error = lag(of: voice, at: grid.start)
        status.playoutError = Interval(nanoseconds: Int64((error * 62_500 / 3).rounded()))
        guard abs(error) < Self.stepThreshold else { return 0 }
        return controller.next(error: error, frames: frames)
    }

    /// Frames by which `voice` is behind the timeline at `time`.
    private func lag(of voice: Voice, at time: Instant<CoordinatorClock>) -> Double {
        let wanted = FrameTime.position(in: time - voice.span.startTime)
        return Double(voice.span.startPosition.rawValue + wanted.frames - voice.position) + wanted.fraction
            - voice.fraction
    }

    /// Appends what is played from frame `at` on, up to the next change.
    /// - Returns: the frame where the next segment begins.
    private mutating func planSegment(
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

    /// True where `voice` may go on into `span`: it plays it already, near enough, or the span continues its sound and is
    /// decoded.
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
