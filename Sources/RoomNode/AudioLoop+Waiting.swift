import AudioCore
import SyncCore

/// When the loop wakes, and how deep its queue is.
extension AudioLoop {
    /// Waits until a period can be written. Where the device's clock is known to a frame, one sleep does it; that costs
    /// a fraction of what waiting for the device's own signal does.
    func waitForPeriod(
        _ device: any OutputDevice,
        _ clock: borrowing DACClock,
        written: Int64
    ) throws(DeviceFault) -> DevicePosition {
        if clock.granularity == 1, clock.observations > 30,
            let due = clock.time(of: written - (depth.frames - depth.period))
        {
            let wait = due - time.now() + .microseconds(100)
            if wait > .zero, wait < .milliseconds(200) { time.pause(wait) }
            let position = try device.position()
            if position.writable >= depth.period { return position }
        }
        return try device.waitUntilWritable(timeout: .milliseconds(200))
    }

    /// A device that tells its position in steps is told best right after a step. Waking takes some 10 us, the same in
    /// each period, so eight times a second the thread wakes a little before a step is expected and looks at a time
    /// that is spread around it: the first looks after the step say when it was.
    func lookAtStep(
        _ device: any OutputDevice,
        _ clock: inout DACClock,
        written: Int64
    ) throws(DeviceFault) {
        guard clock.observations > Self.startingObservations, report.blocks % 6 == 0 else { return }
        guard clock.granularity > 1 else {
            guard report.blocks % 12 == 0 || clock.observations < 1_000 else { return }
            // A step of one frame is 20 us: some looks in a row, the code in the cache by then, find the next one or
            // two.
            for _ in 0..<8 {
                let delay = try device.delay()
                clock.observe(frames: written - delay, at: time.now())
            }
            return
        }
        guard let due = clock.time(of: clock.lastFrames + clock.granularity)
        else { return }
        let look = due + stepLook.next()
        let wait = look - time.now()
        guard wait > .microseconds(100), wait < .milliseconds(11) else { return }
        time.pause(wait - .microseconds(80))
        while time.now() < look {}
        let frames = written - (try device.delay())
        let (before, step) = (clock.lastFrames, clock.granularity)
        clock.observe(frames: frames, at: time.now())
        stepLook.found(frames > before, step: Interval(nanoseconds: step * 1_000_000_000 / Int64(clock.rate.hertz)))
    }

    // MARK: The queue's depth

    /// Keeps more queued where this thread wakes late, and less again after a time.
    /// - Parameter position: as it woke.
    /// - Returns: frames that are to be queued beyond those that were, or less.
    func adaptDepth(
        of device: any OutputDevice,
        at position: DevicePosition,
        _ clock: borrowing DACClock
    ) throws(DeviceFault) -> Int64 {
        // While it starts, a machine is busy with that.
        guard clock.observations > Self.startingObservations else { return 0 }
        let before = depth.frames
        // A pointer that moves in steps shows the period up to a step late.
        let late = position.writable - depth.period - max(0, clock.granularity - 1)
        depth.woke(late: late, played: position.writable)
        guard depth.frames != before else { return 0 }
        try device.keepQueued(depth.frames)
        return depth.frames - before
    }

    /// The queue ran empty.
    func noticeXrun(_ clock: borrowing DACClock) {
        report.xruns += 1
        // Against so long a standstill, as of a stopped process or a sleeping machine, no queue helps.
        guard clock.observations > Self.startingObservations,
            time.now() - lastLook < .milliseconds(500), time.asleep() - lastAsleep < .milliseconds(50)
        else { return }
        depth.ranEmpty()
    }
}
