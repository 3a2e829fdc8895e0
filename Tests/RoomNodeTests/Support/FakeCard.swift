import AudioCore
import SyncCore
import Synchronization

@testable import RoomNode

/// Time that passes only where the loop sleeps or waits, and a little each time it is looked at.
final class FakeTime: Sendable {
    private let state = Mutex((now: Int64(10_000_000_000), pauses: [Interval]()))
    let asleep = Mutex(Interval.zero)

    var now: Instant<NodeClock> { Instant(nanoseconds: state.withLock { $0.now }) }
    var pauses: [Interval] { state.withLock { $0.pauses } }

    func pass(_ interval: Interval) { state.withLock { $0.now += max(0, interval.nanoseconds) } }

    var time: NodeTime {
        NodeTime(
            now: {
                self.pass(Interval(nanoseconds: 300))
                return self.now
            },
            asleep: { self.asleep.withLock { $0 } },
            pause: { interval in
                self.pass(interval)
                self.state.withLock { $0.pauses.append(interval) }
            }
        )
    }
}

/// A sound card for the audio loop: each opening goes by the next script, the last one stays.
final class FakeCard: @unchecked Sendable {
    // Unchecked: the loop runs on the test's thread.
    struct Script {
        /// It cannot be opened.
        var error: DeviceError?
        /// By the number of the write, counted from 1 over all starts of this opening.
        var faults: [Int: DeviceFault] = [:]
        /// It says that it has run empty whenever it is asked.
        var neverPlays = false
        /// It tells its position in steps of so many frames.
        var granularity: Int64 = 1
        /// It wakes by a timer, this much late, and not by its own steps.
        var timerLateness: Interval?
        /// After so many writes nothing leaves its queue any more.
        var standsStillAfter = Int.max
        /// It takes whatever it is given at once, as ALSA's `null` does.
        var isTimeless = false
    }

    let time = FakeTime()
    var scripts: [Script]
    private(set) var opens = 0
    fileprivate(set) var starts = 0
    fileprivate(set) var writes = 0
    /// What was written, left only.
    fileprivate(set) var samples: [Float] = []
    /// Called before each write with its number, over all openings.
    var onWrite: (Int) -> Void = { _ in }
    var onOpen: (Int) -> Void = { _ in }

    init(_ scripts: [Script] = [Script()]) { self.scripts = scripts }

    func open() throws(DeviceError) -> any OutputDevice {
        opens += 1
        onOpen(opens)
        let script = scripts[min(opens, scripts.count) - 1]
        if let error = script.error { throw error }
        return FakeDevice(self, script)
    }
}

private final class FakeDevice: OutputDevice {
    let format = DeviceFormat(rate: .stream, channels: 2, sampleFormat: "FAKE", period: 960, buffer: 2_400, ring: 5_760)
    private let card: FakeCard
    private let script: FakeCard.Script
    private var kept: Int64 = 2_400
    private var started = Instant<NodeClock>(nanoseconds: 0)
    private var written: Int64 = 0
    private var writes = 0

    init(_ card: FakeCard, _ script: FakeCard.Script) {
        self.card = card
        self.script = script
    }

    func start() throws(DeviceFault) -> Int64 {
        card.starts += 1
        started = card.time.now
        written = kept / 960 * 960
        return written
    }

    func keepQueued(_ frames: Int64) throws(DeviceFault) { kept = frames }

    private func queued() throws(DeviceFault) -> Int64 {
        if script.isTimeless { return 0 }
        if writes >= script.standsStillAfter { return kept }
        let played = Int64(Double((card.time.now - started).nanoseconds) * 48e-6)
        if script.neverPlays || played > written { throw .xrun }
        return written - played / script.granularity * script.granularity
    }

    func waitUntilWritable(timeout: Interval) throws(DeviceFault) -> DevicePosition {
        var now = try position()
        if let late = script.timerLateness {
            while now.writable < 960 {
                card.time.pass(Interval(nanoseconds: (960 - now.writable) * 1_000_000_000 / 48_000) + late)
                now = try position()
            }
        }
        if now.writable < 960 {
            card.time.pass(Interval(nanoseconds: (960 - now.writable) * 1_000_000_000 / 48_000 + 21_000))
        }
        return try position()
    }

    func position() throws(DeviceFault) -> DevicePosition {
        card.time.pass(.microseconds(1))
        let queued = try queued()
        return DevicePosition(writable: max(0, kept - queued), delay: queued)
    }

    func delay() throws(DeviceFault) -> Int64 {
        card.time.pass(.microseconds(1))
        return try queued()
    }

    func write(left: UnsafePointer<Float>, right: UnsafePointer<Float>, frames: Int) throws(DeviceFault) {
        card.writes += 1
        writes += 1
        card.onWrite(card.writes)
        if let fault = script.faults[writes] { throw fault }
        card.samples.append(contentsOf: UnsafeBufferPointer(start: left, count: frames))
        written += Int64(frames)
    }
}
