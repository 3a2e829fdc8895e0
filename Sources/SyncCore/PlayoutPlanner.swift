package import AudioCore

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

    struct Voice {
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
    static let rampFrames = 240.0
    /// An error above 2 ms is a step and not slewed away.
    static let stepThreshold = 96.0
    /// Less than this part of a frame is rounding and not a frame more to fade.
    static let hair = 0.01
    /// Frames that must be decoded ahead before a voice starts.
    static let startFrames: Int64 = 960

    /// Reads of the device's position before its clock is trusted.
    static let minimumObservations = 8

    package internal(set) var status = Status()
    var voice: Voice?
    /// The start of the span that was heard last.
    var lastPlayed: Instant<CoordinatorClock>?
    var controller = RateController()

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
    struct Grid {
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
    func lag(of voice: Voice, at time: Instant<CoordinatorClock>) -> Double {
        let wanted = FrameTime.position(in: time - voice.span.startTime)
        return Double(voice.span.startPosition.rawValue + wanted.frames - voice.position) + wanted.fraction
            - voice.fraction
    }
}
