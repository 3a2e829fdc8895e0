import AudioCore
import SyncCore
import WireFormat

/// Collects what the room reports about its own timing.
struct SyncFigures {
    /// Since when the room counts.
    private let start: Instant<NodeClock>
    private var latest = AudioStatus()
    private var errors = [Double](repeating: 0, count: 300)
    private var errorCount = 0
    private var nextError = 0
    private var samples = 0
    private var lastTrouble = Instant<NodeClock>(nanoseconds: .min)
    private var lastStarved: UInt64 = 0
    private var lastLate: UInt64 = 0
    /// How often the device was seen playing since it was opened.
    private var seenPlaying = 0
    /// Looks in its first second: what it misses in there is its own start.
    private static let firstLooks = 5

    init(since start: Instant<NodeClock>) { self.start = start }

    /// Takes the audio thread's newest status, some five times a second.
    mutating func take(_ status: AudioStatus?) {
        samples += 1
        guard let status else { return }
        latest = status
        if !status.isOpen { seenPlaying = 0 }
        if seenPlaying < Self.firstLooks { lastStarved = status.playout.starvedFrames }
        guard status.playout.state == .playing else { return }
        seenPlaying += 1
        errors[nextError] = Double(status.playout.playoutError.nanoseconds.magnitude)
        nextError = (nextError + 1) % errors.count
        errorCount = min(errorCount + 1, errors.count)
    }

    /// Every second time, and at first each time.
    var isDue: Bool { samples % 2 == 0 || samples < 10 }

    var granularity: Int64 { latest.granularity }

    /// Frames that are kept queued in the device; nil while there is none.
    var depth: Int64? { latest.isOpen && latest.depth > 0 ? latest.depth : nil }

    /// How long before they are heard frames are rendered.
    var reach: Interval { max(latest.reach, Self.usualReach) }

    /// What of it is beyond what decoding ahead reckons with.
    var extraReach: Interval { reach - Self.usualReach }

    private static let usualReach = Interval.milliseconds(50)

    /// - Parameters:
    ///   - device: as the audio thread left it.
    ///   - time: the coordinator's time now; nil while its clock is not known.
    mutating func report(
        clock: ClockState,
        stream: StreamCore,
        device: AudioLoop.DeviceState,
        at now: Instant<NodeClock>,
        _ time: Instant<CoordinatorClock>?
    ) -> Wire.SyncReport {
        let (p50, p99) = percentiles()
        let drift = clock.mapping?.drift ?? 0
        let late = latest.playout.starvedFrames > lastStarved || stream.counters.late > lastLate
        lastStarved = latest.playout.starvedFrames
        lastLate = stream.counters.late
        if late { lastTrouble = now }
        let (state, reason) = state(clock: clock, device: device, isLate: now < lastTrouble + .seconds(10), at: now)
        return Wire.SyncReport(
            offsetNs: clock.mapping?.offset(at: now).nanoseconds ?? 0,
            uncertaintyNs: clock.estimator.uncertainty(at: now).nanoseconds,
            driftPpb: Int64((drift * 1e9).rounded()),
            playoutErrorNs: latest.playout.playoutError.nanoseconds,
            playoutErrorP50Ns: p50,
            playoutErrorP99Ns: p99,
            ratePpb: Int64((((1 + latest.dacRateError) / (1 + drift) - 1) * 1e9).rounded()),
            bufferNs: time.map { stream.buffered(at: $0).nanoseconds } ?? 0,
            late: stream.counters.late,
            lost: stream.counters.lost,
            repaired: stream.counters.repaired,
            concealed: stream.counters.concealed,
            xruns: latest.xruns,
            resyncs: latest.playout.resyncs,
            arrivalTailNs: stream.arrivals.tail.nanoseconds,
            roundTripNs: clock.estimator.minimumRoundTrip.nanoseconds,
            exchangesPerSecondMilli: UInt32(clamping: 1_000_000_000_000 / max(1, clock.interval.nanoseconds)),
            clockSteps: UInt64(clock.estimator.steps),
            state: state,
            reason: reason,
            countingNs: (now - start).nanoseconds
        )
    }

    private func percentiles() -> (Int64, Int64) {
        guard errorCount > 0 else { return (0, 0) }
        let sorted = errors[..<errorCount].sorted()
        return (Int64(sorted[errorCount / 2]), Int64(sorted[min(errorCount - 1, errorCount * 99 / 100)]))
    }

    /// Other sockets have been tried by then.
    private static let longSilence = Interval.seconds(10)

    private func state(
        clock: ClockState,
        device: AudioLoop.DeviceState,
        isLate: Bool,
        at now: Instant<NodeClock>
    ) -> (Wire.SyncState, String) {
        guard device.format != nil else { return (.noDevice, device.error) }
        guard clock.mapping != nil else { return (.syncing, "the coordinator's clock does not answer yet") }
        if let silence = clock.silence(at: now), silence >= Self.longSilence {
            let seconds = silence.nanoseconds / 1_000_000_000
            return (.syncing, "the coordinator's clock has not answered for \(seconds) s: is UDP let through?")
        }
        if clock.estimator.uncertainty > .milliseconds(1) { return (.syncing, "the clock is not known to 1 ms yet") }
        switch latest.playout.state {
        case .syncing: return (.syncing, "the device's clock is being measured")
        case .starved: return (.late, "audio does not arrive in time")
        case .idle, .playing: break
        }
        if isLate { return (.late, "audio came too late within the last 10 s") }
        return (.inSync, "")
    }
}
