import AudioCore
import SyncCore

/// The running loop: block after block, from the queue's start until the device faults or the loop is stopped.
extension AudioLoop {
    func runBlocks(
        _ device: any OutputDevice,
        format: DeviceFormat,
        clock: inout DACClock,
        interpolator: FractionalInterpolator
    ) throws(DeviceFault) {
        try device.keepQueued(depth.frames)
        var written = try device.start()
        let started = time.now()
        lastMove = started
        let period = Int64(min(format.period, Self.maximumPeriod))
        while !isStopped {
            // At first look often, so that the DAC's clock is known after some ten milliseconds.
            while clock.observations < 20 {
                let position = try device.position()
                clock.observe(frames: written - position.delay, at: time.now())
                if position.writable >= period || isStopped { break }
                try checkMovement()
                time.pause(.microseconds(500))
            }
            let position = try waitForPeriod(device, clock, written: written)
            // The time after the read: a preempted read is late and never early.
            lastLook = time.now()
            try checkPace(played: written - position.delay, in: lastLook - started, at: format.rate)
            clock.observe(frames: written - position.delay, at: lastLook)
            if let fresh = inputs.read() { currentInputs = fresh }
            if position.writable >= period { lastMove = lastLook } else { try checkMovement() }
            var writable = position.writable + (try adaptDepth(of: device, at: position, clock))
            let first = written
            while writable >= period {
                render(first: written, frames: Int(period), clock: clock, interpolator: interpolator)
                try device.write(left: left, right: right, frames: Int(period))
                written += period
                writable -= period
            }
            publish(clock, queued: position.delay + written - first)
            try lookAtStep(device, &clock, written: written)
        }
        try fadeOut(device, format: format, clock: clock, interpolator: interpolator, written: written)
    }

    /// No crystal is a quarter too fast; a device may have taken some of what it plays ahead.
    private func checkPace(played: Int64, in elapsed: Interval, at rate: SampleRate) throws(DeviceFault) {
        let possible = (1.25 * elapsed.seconds + 2) * Double(rate.hertz)
        if Double(played) > possible { throw .timeless }
    }

    private func checkMovement() throws(DeviceFault) {
        if time.now() - lastMove > Self.longestStandstill { throw .stuck }
    }

    /// - Parameter queued: frames that have not left the DAC yet.
    private func publish(_ clock: borrowing DACClock, queued: Int64) {
        report.depth = depth.frames
        report.reach = Interval(nanoseconds: max(depth.frames, queued) * 1_000_000_000 / Int64(clock.rate.hertz))
        report.playout = planner.status
        report.dacRateError = clock.rateError
        report.dacUncertainty = clock.uncertainty
        report.readNoise = clock.noise
        report.granularity = clock.granularity
        report.blocks += 1
        status.write(report)
    }

    /// Falls silent without a click: goes on under a ramp, then lets the device play what is queued. Takes some 80 ms.
    private func fadeOut(
        _ device: any OutputDevice,
        format: DeviceFormat,
        clock: borrowing DACClock,
        interpolator: FractionalInterpolator,
        written: Int64
    ) throws(DeviceFault) {
        let period = min(format.period, Self.maximumPeriod)
        currentInputs.gain = .silence
        currentInputs.gainBefore = .silence
        var written = written
        // One period more than the ramp: silence, which may be dropped.
        var silent = 0
        while silent < 2 {
            if mixer.isSilent { silent += 1 }
            guard try device.waitUntilWritable(timeout: .milliseconds(200)).writable >= Int64(period) else { return }
            render(first: written, frames: period, clock: clock, interpolator: interpolator)
            try device.write(left: left, right: right, frames: period)
            written += Int64(period)
        }
        let queued = try device.position().delay - Int64(period)
        if queued > 0 { time.pause(Interval(nanoseconds: queued * 1_000_000_000 / Int64(format.rate.hertz))) }
    }

    private func render(
        first: Int64,
        frames: Int,
        clock: borrowing DACClock,
        interpolator: FractionalInterpolator
    ) {
        let plan = planner.plan(first: first, frames: frames, dac: clock, inputs: currentInputs) { generation in
            decks.deck(of: generation)?.available ?? .nothing
        }
        var at = 0
        for index in 0..<plan.count {
            let segment = plan[index]
            let count = Int(segment.frames)
            if let generation = segment.generation, let deck = decks.deck(of: generation) {
                deck.render(segment, with: interpolator, left: left + at, right: right + at)
            } else {
                (left + at).update(repeating: 0, count: count)
                (right + at).update(repeating: 0, count: count)
            }
            at += count
        }
        mixer.apply(
            left: left,
            right: right,
            frames: frames,
            before: currentInputs.gainBefore,
            after: currentInputs.gain,
            change: Int(plan.gainFrame)
        )
    }
}
