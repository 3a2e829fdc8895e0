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
    let decks: DeckSet
    let time: NodeTime
    private let name: String
    private let open: @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    private let stopped = Atomic<Bool>(false)

    var planner = PlayoutPlanner()
    var currentInputs = PlayoutInputs()
    var report = AudioStatus()
    var mixer = RoomMixer()
    /// Of the device that is open, or was last.
    var depth = QueueDepth(rate: .stream, period: 960, base: 2_400, ring: 2_400)
    private var depthFormat: DeviceFormat?
    var stepLook = StepLook()
    var lastAsleep = Interval.zero
    /// When the device was seen to play last.
    var lastLook = Instant<NodeClock>(nanoseconds: 0)
    /// When the device had room for a period last.
    var lastMove = Instant<NodeClock>(nanoseconds: 0)
    /// Longer than any queue.
    static let longestStandstill = Interval.seconds(2)
    /// Signalled when the device has been lost. Set before the thread starts.
    var onLoss: EventSignal?
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    /// The largest block that is rendered.
    static let maximumPeriod = 8_192
    /// Until the device has been looked at so often, some second, the machine is busy with the start.
    static let startingObservations = 100

    init(
        decks: DeckSet,
        device name: String,
        time: NodeTime = .system,
        open: @escaping @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    ) {
        self.decks = decks
        self.name = name
        self.time = time
        self.open = open
        left = .allocate(capacity: Self.maximumPeriod)
        right = .allocate(capacity: Self.maximumPeriod)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    func stop() { stopped.store(true, ordering: .relaxed) }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    /// The thread's body.
    func run(realtime: Bool) {
        device.withLock { $0.realtime = realtime }
        var clock: DACClock?
        // In a row: attempts to open the device, and openings that did not play for some time.
        var failures = 0
        var vain = 0
        while !isStopped {
            do throws(DeviceError) {
                let opened = try open(name, realtime)
                failures = 0
                announce(opened.format, isNews: vain == 0)
                let before = report.blocks
                let fault = play(on: opened, clock: &clock)
                guard !isStopped else { break }
                vain = report.blocks - before > Self.startingObservations ? 0 : vain + 1
                if fault != .timeless, report.blocks > before { noticeLoss() }
                close(reason: reason(of: fault), isNews: vain <= 1)
            } catch {
                failures += 1
                close(reason: error.message, isNews: failures == 1)
            }
            // From a quarter of a second to four.
            sleep(.milliseconds(250 << Int64(min(max(failures, vain), 4))))
        }
        report.isOpen = false
        status.write(report)
    }

    private func announce(_ format: DeviceFormat, isNews: Bool) {
        device.withLock {
            $0.format = format
            $0.error = ""
        }
        guard isNews else { return }
        Log.info("playing on \(name): \(format.rate.hertz) Hz, \(format.sampleFormat), \(format.channels) channels")
    }

    private func noticeLoss() {
        let lost = currentInputs.mapping?.coordinatorTime(at: lastLook)
        device.withLock { $0.lost = lost }
        onLoss?.signal()
    }

    private func reason(of fault: DeviceFault) -> String {
        switch fault {
        case .timeless:
            return
                "the device \(name) keeps no time: it takes whatever it is given at once; name one that plays, see `aplay -L`"
        case .stuck:
            return
                "the device \(name) stands still: it takes no sound and reports no error; switch on or plug in what it plays to"
        case .xrun: return "the device \(name) is gone (it runs empty however often it is started); plug it in again"
        case .gone(let code):
            return "the device \(name) is gone (\(String(cString: strerror(abs(code))))); plug it in again"
        }
    }

    private func close(reason: String, isNews: Bool) {
        if isNews { Log.warning(reason) }
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
        var left = interval
        while left > .zero, !isStopped {
            let piece = min(left, .milliseconds(50))
            time.pause(piece)
            left = left - piece
        }
    }

    /// A device that plays nothing between so many starts is taken for lost.
    private static let mostVainStarts = 10

    /// Plays until the device is of no use any more or the loop is stopped.
    /// - Parameter clock: that of the device before, which is kept where the rate is the same.
    /// - Returns: why it is of no use.
    private func play(on device: any OutputDevice, clock: inout DACClock?) -> DeviceFault {
        let format = device.format
        var running = clock.flatMap { $0.rate == format.rate ? $0 : nil } ?? DACClock(rate: format.rate)
        // Where two shared what a clock has seen, the first look would copy it.
        clock = nil
        defer { clock = running }
        let interpolator = FractionalInterpolator(
            passband: Double(format.rate.hertz) / Double(SampleRate.stream.hertz)
        )
        if depthFormat != format {
            depthFormat = format
            depth = QueueDepth(
                rate: format.rate,
                period: Int64(format.period),
                base: Int64(format.buffer),
                ring: Int64(format.ring)
            )
        }
        report.isOpen = true
        var blocks = report.blocks
        var vainStarts = 0
        while !isStopped {
            do throws(DeviceFault) {
                planner.restart()
                running.restart()
                forgetMappingAfterSleep()
                try runBlocks(device, format: format, clock: &running, interpolator: interpolator)
            } catch .xrun {
                noticeXrun(running)
                vainStarts = report.blocks == blocks ? vainStarts + 1 : 0
                blocks = report.blocks
                // It runs empty however often it is started: a sound server that is not there any more.
                if vainStarts >= Self.mostVainStarts { return .xrun }
            } catch {
                return error
            }
        }
        return .xrun
    }

    /// A machine that has slept has a device that has to be restarted, and a mapping that would play what was due
    /// before.
    private func forgetMappingAfterSleep() {
        let asleep = time.asleep()
        if asleep - lastAsleep > .milliseconds(50) { currentInputs.mapping = nil }
        lastAsleep = asleep
    }
}
