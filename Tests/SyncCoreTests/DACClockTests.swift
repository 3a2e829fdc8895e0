import AudioCore
import SyncCore
import TestSupport
import Testing

@Suite struct DACClockTests {
    private static let ppm = 73.0

    /// Reads every 10 ms of a card of 48 kHz that is fast by 73 ppm.
    private func run(
        _ clock: inout DACClock,
        reads: Int,
        granularity: Int64 = 1,
        lateness: (inout SimRandom) -> Double,
        seed: UInt64 = 1
    ) -> [Double] {
        var random = SimRandom(seed: seed)
        let period = 1e9 / 48_000 / (1 + Self.ppm * 1e-6)
        var errors: [Double] = []
        for index in 1...reads {
            // Woken when a period has been played, some time later.
            let at = Double(index * 480) * period + 3e3 + random.exponential(mean: 20e3)
            let frames = Int64(at / period) / granularity * granularity
            clock.observe(frames: frames, at: Instant(nanoseconds: Int64(at + lateness(&random))))
            guard let told = clock.time(of: frames + 1_920) else { continue }
            errors.append(Double(told.nanoseconds) - Double(frames + 1_920) * period)
        }
        return errors
    }

    @Test func nothingIsKnownBeforeTheFirstRead() {
        let clock = DACClock(rate: .stream)
        #expect(clock.time(of: 0) == nil)
        #expect(clock.observations == 0)
    }

    @Test(arguments: [1, 48, 480] as [Int64])
    func theCrystalIsFoundThroughSteps(granularity: Int64) {
        var clock = DACClock(rate: .stream)
        let errors = run(&clock, reads: 1_500, granularity: granularity) { 500 + $0.exponential(mean: 5e3) }
        #expect(abs(clock.rateError * 1e6 - Self.ppm) < 0.5)
        for error in errors.suffix(500) { #expect(abs(error) < 10_000) }
        // Read once a period, steps cannot be told from their multiples.
        #expect(clock.granularity % granularity == 0)
        #expect(granularity > 1 || clock.granularity == 1)
    }

    @Test func preemptedReadsDoNotMoveIt() {
        var clock = DACClock(rate: .stream)
        let errors = run(&clock, reads: 1_500) { random in
            let held = random.happens(0.02) ? random.uniform(in: 1e6...20e6) : 0
            return 500 + random.exponential(mean: 5e3) + held
        }
        for error in errors.suffix(1_000) { #expect(abs(error) < 8_000) }
    }

    @Test func aPointerThatStandsStillIsNotNews() {
        var clock = DACClock(rate: .stream)
        clock.observe(frames: 480, at: Instant(nanoseconds: 10_000_000))
        clock.observe(frames: 480, at: Instant(nanoseconds: 10_500_000))
        clock.observe(frames: 400, at: Instant(nanoseconds: 10_600_000))
        #expect(clock.observations == 1)
    }

    @Test func aRestartKeepsTheCrystalOnly() throws {
        var clock = DACClock(rate: .stream)
        _ = run(&clock, reads: 1_500) { $0.exponential(mean: 5e3) }
        clock.restart()
        #expect(clock.observations == 0)
        #expect(clock.time(of: 0) == nil)
        let start = Instant<NodeClock>(nanoseconds: 77_000_000_000)
        clock.observe(frames: 480, at: start)
        let told = try #require(clock.time(of: 480 + 48_000)) - start
        // One read, and the rate is still known to some ppm.
        #expect(abs(told.seconds - 1 / (1 + Self.ppm * 1e-6)) < 5e-6)
    }

    @Test func aShortLifeTeachesNothing() throws {
        var clock = DACClock(rate: .stream)
        _ = run(&clock, reads: 20) { $0.exponential(mean: 5e3) }
        clock.restart()
        clock.observe(frames: 480, at: Instant(nanoseconds: 0))
        #expect(abs(clock.rateError) < 1e-4)
    }

    @Test func timesStayExactForMonths() throws {
        var clock = DACClock(rate: .stream)
        let late: Int64 = 48_000 * 86_400 * 90
        clock.observe(frames: 480, at: Instant(nanoseconds: 10_000_000))
        let a = try #require(clock.time(of: late))
        let b = try #require(clock.time(of: late + 48))
        #expect(abs((b - a).nanoseconds - 1_000_000) <= 1)
    }

    @Test func ratesOfDevicesAreTheirOwn() {
        var clock = DACClock(rate: SampleRate(hertz: 44_100))
        for index in 1...300 {
            let frames = Int64(index) * 441
            clock.observe(frames: frames, at: Instant(nanoseconds: Int64((Double(frames) / 44_100 * 1e9).rounded())))
        }
        #expect(abs(clock.rateError) < 0.1e-6)
    }
}
