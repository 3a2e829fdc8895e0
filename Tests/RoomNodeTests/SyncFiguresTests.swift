import AudioCore
import SyncCore
import Testing
import WireFormat

@testable import RoomNode

@Suite struct SyncFiguresTests {
    private var figures = SyncFigures(since: Instant(nanoseconds: 4_000_000_000))
    private var status = AudioStatus()
    private var now = Instant<NodeClock>(nanoseconds: 10_000_000_000)

    /// A clock that is known, without any offset.
    private var clock: ClockState = {
        var clock = ClockState(seed: 1)
        for index in 0..<20 {
            answer(&clock, at: Instant(nanoseconds: 10_000_000_000 + Int64(index) * 10_000_000))
        }
        return clock
    }()

    private static func answer(_ clock: inout ClockState, at sent: Instant<NodeClock>) {
        let arrival = Instant<CoordinatorClock>(nanoseconds: sent.nanoseconds + 200_000)
        let exchange = ClockExchange(
            sent: sent,
            received: arrival,
            replied: arrival,
            returned: sent + .microseconds(400)
        )
        _ = clock.take(ClockAnswer(exchange: exchange, timelineRevision: 0), revision: 0, at: sent)
    }

    private let device = DeviceFormat(
        rate: .stream,
        channels: 2,
        sampleFormat: "FAKE",
        period: 960,
        buffer: 2_400,
        ring: 5_760
    )

    /// What is reported a second later, or after an interval in which the clock does not answer.
    private mutating func report(afterSilenceOf silence: Interval? = nil) -> Wire.SyncReport {
        now = now + (silence ?? .seconds(1))
        if silence == nil { Self.answer(&clock, at: now) }
        return figures.report(
            clock: clock,
            stream: StreamCore(),
            device: AudioLoop.DeviceState(format: device),
            at: now,
            Instant(nanoseconds: now.nanoseconds)
        )
    }

    private mutating func state() -> Wire.SyncState { report().state }

    @Test mutating func howLongItHasCountedIsTold() {
        #expect(report().countingNs == 7_000_000_000)
        #expect(report().countingNs == 8_000_000_000)
    }

    private mutating func play(times: Int, starving frames: UInt64 = 0) {
        for _ in 0..<times {
            status.isOpen = true
            status.playout.state = .playing
            status.playout.starvedFrames += frames
            figures.take(status)
        }
    }

    @Test mutating func aClockThatHasNotAnsweredForLongIsToldAndItsUncertaintyGrows() {
        play(times: 10)
        let soon = report()
        #expect(soon.state == .inSync)
        let later = report(afterSilenceOf: .seconds(30))
        #expect(later.state == .syncing)
        #expect(later.reason.contains("has not answered for 30 s"))
        #expect(later.uncertaintyNs > soon.uncertaintyNs)
    }

    @Test mutating func whatIsMissedAtTheStartOfADeviceIsNoLateness() {
        play(times: 2, starving: 100)
        play(times: 10)
        #expect(state() == .inSync)
        // Unplugged and plugged in again.
        status.isOpen = false
        figures.take(status)
        play(times: 2, starving: 100)
        #expect(state() == .inSync)
    }

    @Test mutating func whatIsMissedLaterIsLateForTenSeconds() {
        play(times: 10)
        #expect(state() == .inSync)
        play(times: 1, starving: 100)
        #expect(state() == .late)
        for _ in 0..<9 { #expect(state() == .late) }
        #expect(state() == .inSync)
    }
}
