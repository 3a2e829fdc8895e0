import AudioCore
import SyncCore
import Testing

@Suite struct ExchangeScheduleTests {
    /// Requests in each second of the first `seconds`.
    private func requests(noise: Double, seconds: Int, schedule: ExchangeSchedule = ExchangeSchedule(seed: 7)) -> [Int]
    {
        var schedule = schedule
        var counts = [Int](repeating: 0, count: seconds)
        var now = Instant<NodeClock>(nanoseconds: 1_000)
        let start = now
        while (now - start).seconds < Double(seconds) {
            counts[Int((now - start).seconds)] += 1
            now += schedule.requestSent(at: now, noise: noise)
        }
        return counts
    }

    @Test func aWireSettlesAtFourASecond() {
        let counts = requests(noise: 60_000, seconds: 90)
        #expect(counts[0] > 30)
        #expect(counts[40...].reduce(0, +) <= 50 * 4 + 10)
        #expect(counts[40...].reduce(0, +) >= 50 * 4 - 15)
    }

    @Test func aNoisierWireAsksOftenerWhileItsWindowIsShort() {
        let quiet = requests(noise: 10_000, seconds: 40)
        let noisy = requests(noise: 60_000, seconds: 40)
        #expect(quiet[1..<10].allSatisfy { (24...26).contains($0) })
        #expect(noisy[1..<10].allSatisfy { (49...51).contains($0) })
        #expect(noisy[11..<29].allSatisfy { (19...21).contains($0) })
        #expect(abs(quiet[31...].reduce(0, +) - noisy[31...].reduce(0, +)) < 5)
    }

    @Test func aNoisyLinkSettlesAtSixteen() {
        let counts = requests(noise: 2e6, seconds: 90)
        #expect(counts[1] >= 99)
        #expect(abs(counts[40...].reduce(0, +) - 50 * 16) < 40)
    }

    @Test func theFirstSixteenComeAtOnce() {
        var schedule = ExchangeSchedule(seed: 1)
        var now = Instant<NodeClock>(nanoseconds: 0)
        for _ in 0..<15 { now += schedule.requestSent(at: now, noise: 0) }
        #expect(now.nanoseconds == 75_000_000)
        schedule.restart()
        #expect(schedule.requestSent(at: now + .seconds(100), noise: 0) == .milliseconds(5))
    }

    @Test func afterAnOutageItHurriesForASecond() {
        var schedule = ExchangeSchedule(seed: 1)
        var now = Instant<NodeClock>(nanoseconds: 0)
        while now.nanoseconds < 60_000_000_000 { now += schedule.requestSent(at: now, noise: 10_000) }
        schedule.hurry(at: now)
        #expect(schedule.requestSent(at: now, noise: 10_000) == .milliseconds(25))
        #expect(schedule.requestSent(at: now + .seconds(2), noise: 10_000) > .milliseconds(190))
    }

    @Test func roomsDoNotFallIntoStep() {
        var first = ExchangeSchedule(seed: 1)
        var second = ExchangeSchedule(seed: 2)
        let now = Instant<NodeClock>(nanoseconds: 0)
        for _ in 0..<16 { _ = (first.requestSent(at: now, noise: 0), second.requestSent(at: now, noise: 0)) }
        let later = now + .seconds(100)
        let pairs = (0..<20).map { _ in
            (first.requestSent(at: later, noise: 0), second.requestSent(at: later, noise: 0))
        }
        #expect(pairs.contains { $0.0 != $0.1 })
        for (a, b) in pairs {
            #expect((Interval.milliseconds(200)...Interval.milliseconds(300)).contains(a))
            #expect((Interval.milliseconds(200)...Interval.milliseconds(300)).contains(b))
        }
    }
}
