import AudioCore
private import Glibc
import LinuxSystem
import SyncCore
import Synchronization

/// The audio thread of a room: opens the device, asks the planner what each block is made of, renders and writes it.
///
/// While a device runs, the thread neither allocates, locks, logs nor awaits: inputs and status go through mailboxes.
/// Opening and failing are outside of that: then it retries with back-off until it is stopped.
final class AudioLoop: @unchecked Sendable {
    // Unchecked: everything but the atomics, mailboxes and the mutex is touched by the audio thread only.
    /// What became of the device, for the report. Set outside of the running loop only.
    struct DeviceState: Sendable {
        var format: DeviceFormat?
        var error = "not opened yet"
        var realtime = false
        /// When a device that played was lost last.
        var lost: Instant<CoordinatorClock>?
    }

    let inputs = Mailbox(PlayoutInputs())
    let status = Mailbox(AudioStatus())
    let device = Mutex(DeviceState())
    private let decks: DeckSet
    private let name: String
    private let open: @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    private let stopped = Atomic<Bool>(false)

    private var planner = PlayoutPlanner()
    private var currentInputs = PlayoutInputs()
    private var report = AudioStatus()
    private var mixer = RoomMixer()
    private var random: UInt32 = 1
    private var lastAsleep = Interval.zero
    /// When the device was seen to play last.
    private var lastLook = Instant<NodeClock>(nanoseconds: 0)
    /// Signalled when the device has been lost. Set before the thread starts.
    var onLoss: EventSignal?
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    /// The largest block that is rendered.
    private static let maximumPeriod = 8_192

    init(
        decks: DeckSet,
        device name: String,
        open: @escaping @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    ) {
        self.decks = decks
        self.name = name
        self.open = open
        left = .allocate(capacity: Self.maximumPeriod)
        right = .allocate(capacity: Self.maximumPeriod)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    func stop() { stopped.store(true, ordering: .relaxed) }

    private var isStopped: Bool { stopped.load(ordering: .relaxed) }

    /// The thread's body.
    func run(realtime: Bool) {
        device.withLock { $0.realtime = realtime }
        var clock: DACClock?
        var failures = 0
        while !isStopped {
            do throws(DeviceError) {
                let opened = try open(name, realtime)
                let format = opened.format
                device.withLock {
                    $0.format = format
                    $0.error = ""
                }
                Log.info(
                    "playing on \(name): \(format.rate.hertz) Hz, \(format.sampleFormat), \(format.channels) channels"
                )
                if clock?.rate != format.rate { clock = DACClock(rate: format.rate) }
                var running = clock ?? DACClock(rate: format.rate)
                let code = play(on: opened, clock: &running)
                clock = running
                failures = 0
                guard !isStopped else { break }
                let lost = currentInputs.mapping?.coordinatorTime(at: lastLook)
                device.withLock { $0.lost = lost }
                close(reason: "the device \(name) is gone (\(String(cString: strerror(abs(code))))); plug it in again")
                onLoss?.signal()
            } catch {
                failures += 1
                if failures == 1 { Log.warning(error.message) }
                close(reason: error.message)
            }
            // From a quarter of a second to four.
            sleep(.milliseconds(250 << Int64(min(failures, 4))))
        }
        report.isOpen = false
        status.write(report)
    }

    private func close(reason: String) {
        device.withLock {
            $0.format = nil
            $0.error = reason
        }
        report.isOpen = false
        status.write(report)
        planner.restart()
    }

    /// Sleeps in short pieces, so that stopping does not wait.
    private func sleep(_ interval: Interval) {
        var left = interval.nanoseconds
        while left > 0, !isStopped {
            let piece = min(left, 50_000_000)
            pause(nanoseconds: piece)
            left -= piece
        }
    }

    private func pause(nanoseconds: Int64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Plays until the device is gone or the loop is stopped.
    /// - Returns: the driver's code; 0 when stopped.
    private func play(on device: any OutputDevice, clock: inout DACClock) -> Int32 {
        let format = device.format
        let interpolator = FractionalInterpolator(
            passband: Double(format.rate.hertz) / Double(SampleRate.stream.hertz)
        )
        report.isOpen = true
        while !isStopped {
            do throws(DeviceFault) {
                planner.restart()
                clock.restart()
                forgetMappingAfterSleep()
                try runBlocks(device, format: format, clock: &clock, interpolator: interpolator)
            } catch {
                switch error {
                case .xrun: report.xruns += 1
                case .gone(let code): return code
                }
            }
        }
        return 0
    }

    /// A machine that has slept has a device that has to be restarted, and a mapping that would play what was due before.
    private func forgetMappingAfterSleep() {
        let asleep = MonotonicClock<NodeClock>.timeAsleep
        if asleep - lastAsleep > .milliseconds(50) { currentInputs.mapping = nil }
        lastAsleep = asleep
    }

    private func runBlocks(
        _ device: any OutputDevice,
        format: DeviceFormat,
        clock: inout DACClock,
        interpolator: FractionalInterpolator
    ) throws(DeviceFault) {
        var written = try device.start()
        let period = min(format.period, Self.maximumPeriod)
        while !isStopped {
            // At first look often, so that the DAC's clock is known after some ten milliseconds.
            while clock.observations < 20 {
                let position = try device.position()
                clock.observe(frames: written - position.delay, at: MonotonicClock.now())
                if position.writable >= Int64(period) || isStopped { break }
                pause(nanoseconds: 500_000)
            }
            let position = try waitForPeriod(device, clock, format: format, written: written)
            // The time after the read: a preempted read is late and never early.
            lastLook = MonotonicClock.now()
            clock.observe(frames: written - position.delay, at: lastLook)
            if let fresh = inputs.read() { currentInputs = fresh }
            var writable = position.writable
            while writable >= Int64(period) {
                render(first: written, frames: period, clock: clock, interpolator: interpolator)
                try device.write(left: left, right: right, frames: period)
                written += Int64(period)
                writable -= Int64(period)
            }
            publish(clock)
            try lookAtStep(device, &clock, written: written)
        }
        try fadeOut(device, format: format, clock: clock, interpolator: interpolator, written: written)
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
        if queued > 0 { pause(nanoseconds: queued * 1_000_000_000 / Int64(format.rate.hertz)) }
    }

    /// Waits until a period can be written. Where the device's clock is known to a frame, one sleep does it; that costs a
    /// fraction of what waiting for the device's own signal does.
    private func waitForPeriod(
        _ device: any OutputDevice,
        _ clock: borrowing DACClock,
        format: DeviceFormat,
        written: Int64
    ) throws(DeviceFault) -> DevicePosition {
        if clock.granularity == 1, clock.observations > 200,
            let due = clock.time(of: written - Int64(format.buffer - format.period))
        {
            let wait = due - MonotonicClock<NodeClock>.now() + .microseconds(100)
            if wait > .zero, wait < .milliseconds(100) { pause(nanoseconds: wait.nanoseconds) }
            let position = try device.position()
            if position.writable >= Int64(format.period) { return position }
        }
        return try device.waitUntilWritable(timeout: .milliseconds(200))
    }

    /// A device that tells its position in steps is told best right after a step. Waking takes some 10 us, the same in each
    /// period, so eight times a second the thread wakes a little before a step is expected and looks at a time that is
    /// spread around it: a look before the step says nothing, the first ones after it say when it was.
    private func lookAtStep(
        _ device: any OutputDevice,
        _ clock: inout DACClock,
        written: Int64
    ) throws(DeviceFault) {
        guard clock.observations > 100, report.blocks % 6 == 0 else { return }
        guard clock.granularity > 1 else {
            // A step of one frame is 20 us: some looks in a row, the code in the cache by then, find the next one or two.
            for _ in 0..<8 {
                let position = try device.position()
                clock.observe(frames: written - position.delay, at: MonotonicClock.now())
            }
            return
        }
        guard let due = clock.time(of: clock.lastFrames + clock.granularity)
        else { return }
        random = random &* 1_664_525 &+ 1_013_904_223
        let look = due + Interval(nanoseconds: Int64(random >> 16) * 24_000 / 65_536 - 20_000)
        let wait = look - MonotonicClock<NodeClock>.now()
        guard wait > .microseconds(100), wait < .milliseconds(11) else { return }
        pause(nanoseconds: wait.nanoseconds - 80_000)
        while MonotonicClock<NodeClock>.now() < look {}
        let position = try device.position()
        clock.observe(frames: written - position.delay, at: MonotonicClock.now())
    }

    private func publish(_ clock: borrowing DACClock) {
        report.playout = planner.status
        report.dacRateError = clock.rateError
        report.dacUncertainty = clock.uncertainty
        report.readNoise = clock.noise
        report.granularity = clock.granularity
        report.blocks += 1
        status.write(report)
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
