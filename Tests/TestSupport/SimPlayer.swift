import AudioCore
import SyncCore

/// A sound card with a crystal of its own.
package struct SimCard: Sendable {
    package var crystal: SimOscillator
    /// Frames by which the pointer moves at once.
    package var granularity: Int64 = 1
    package var period: Int64 = 624
    package var buffer: Int64 = 1_872
    /// How long after the pointer the time is read: at least half a microsecond, and on average this much on top, in
    /// ns.
    package var readLateness = 5e3
    /// How late the thread wakes up on average, in ns.
    package var wakeLateness = 20e3
    /// The probability that a read or a wake-up is held up by 1 to 5 ms.
    package var preemption = 0.0005

    package init(ppm: Double, wanderPpm: Double = 0, wanderPhase: Double = 0) {
        crystal = SimOscillator(ppm: ppm, wanderPpm: wanderPpm, wanderPhase: wanderPhase)
    }
}

/// The audio thread of a room and its card: as `AudioLoop` does it, in true time.
struct SimPlayer {
    var card: SimCard
    var clock = DACClock(rate: .stream)
    var planner = PlayoutPlanner()
    private var random: SimRandom
    private var started: TrueTime?
    private var written: Int64 = 0

    init(card: SimCard, seed: UInt64) {
        self.card = card
        random = SimRandom(seed: seed)
    }

    /// Frames that have left the DAC since it was started.
    private func played(at time: TrueTime) -> Double {
        guard let started else { return 0 }
        return (card.crystal.elapsed(at: time) - card.crystal.elapsed(at: started)) * 48e-6
    }

    private func pointer(at time: TrueTime) -> Int64 {
        let frames = Int64(played(at: time).rounded(.down))
        return frames - frames % card.granularity
    }

    /// When frame `frame` leaves the DAC.
    func time(of frame: Double) -> TrueTime {
        card.crystal.time(ofElapsed: card.crystal.elapsed(at: started ?? 0) + frame / 48e-6)
    }

    private mutating func lateness(mean: Double) -> Double {
        let held = random.happens(card.preemption) ? random.uniform(in: 1e6...5e6) : 0
        return 500 + random.exponential(mean: mean) + held
    }

    private mutating func wake(after time: TrueTime) -> TrueTime { time + lateness(mean: card.wakeLateness) }

    /// What the room sees of the pointer at `time`.
    private mutating func observe(at time: TrueTime, _ nodeTime: (TrueTime) -> Instant<NodeClock>) {
        clock.observe(frames: pointer(at: time), at: nodeTime(time + lateness(mean: card.readLateness)))
    }

    /// The card was stopped from outside, as by a sleeping machine.
    mutating func stop() { started = nil }

    /// One turn of the loop.
    /// - Parameter nodeTime: the machine's clock.
    /// - Returns: when to look again.
    mutating func turn(
        at time: TrueTime,
        inputs: PlayoutInputs,
        trace: inout SimTrace,
        nodeTime: (TrueTime) -> Instant<NodeClock>,
        stream: any SimStream,
        truth: (TrueTime, Generation) -> Double?
    ) -> TrueTime {
        if started == nil || played(at: time) > Double(written) {
            if started != nil { trace.xruns += 1 }
            restart(at: time)
            return wake(after: time + 0.5e6)
        }
        observe(at: time, nodeTime)
        var delay = written - pointer(at: time)
        // At first it looks often, so that the DAC's clock is known after some ten milliseconds.
        if card.buffer - delay < card.period, clock.observations < 20 { return wake(after: time + 0.5e6) }
        while card.buffer - delay >= card.period {
            render(inputs: inputs, trace: &trace, stream: stream, truth: truth)
            written += card.period
            delay += card.period
        }
        if clock.observations < 20 { return wake(after: time + 0.1e6) }
        let due = written + card.period - card.buffer
        let visible = (due + card.granularity - 1) / card.granularity * card.granularity
        return wake(after: max(time + 1e3, self.time(of: Double(visible))))
    }

    private mutating func restart(at time: TrueTime) {
        started = time
        written = card.buffer
        planner.restart()
        clock.restart()
    }

    private mutating func render(
        inputs: PlayoutInputs,
        trace: inout SimTrace,
        stream: any SimStream,
        truth: (TrueTime, Generation) -> Double?
    ) {
        let plan = planner.plan(
            first: written,
            frames: Int(card.period),
            dac: clock,
            inputs: inputs,
            available: { stream.available($0) }
        )
        var frame = written
        for index in 0..<plan.count {
            let segment = plan[index]
            if let generation = segment.generation {
                stream.play(segment)
                let at = time(of: Double(frame))
                let end = time(of: Double(frame + Int64(segment.frames)))
                if let wanted = truth(at, generation) {
                    let behind = wanted - Double(segment.position) - segment.fraction
                    let fades = segment.lastGain < segment.firstGain
                    trace.sound(at: at, until: end, error: behind * 62_500 / 3, isFadingOut: fades)
                } else {
                    trace.sound(at: at, until: end, error: .infinity, isFadingOut: segment.lastGain < segment.firstGain)
                }
                trace.rate(at: at, step: segment.step, correction: planner.status.correction)
            }
            frame += Int64(segment.frames)
        }
        trace.resyncs = planner.status.resyncs
        trace.starvedFrames = planner.status.starvedFrames
    }
}
