import AudioCore
import SyncCore
import Testing

@testable import RoomNode

@Suite struct ClockStateTests {
    private static let start = Instant<NodeClock>(nanoseconds: 1_000_000_000)

    /// Exchanges at `interval`, each way 200 us, coordinator minus node as given.
    private func feed(
        _ clock: inout ClockState,
        _ count: Int,
        from start: Instant<NodeClock>,
        offset: Interval = .seconds(50),
        revision: UInt32 = 0
    ) -> [ClockState.News] {
        (0..<count).map { index in
            let sent = start + .milliseconds(Int64(index) * 10)
            let arrival = Instant<CoordinatorClock>(nanoseconds: (sent + offset + .microseconds(200)).nanoseconds)
            let back = sent + .microseconds(400)
            let exchange = ClockExchange(sent: sent, received: arrival, replied: arrival, returned: back)
            return clock.take(ClockAnswer(exchange: exchange, timelineRevision: revision), revision: 7, at: back)
        }
    }

    @Test func itIsKnownOnceItIsGoodEnoughAndSaysSoOnce() {
        var clock = ClockState(seed: 1)
        let before = clock.settle()
        let news = feed(&clock, 20, from: Self.start)
        let (first, second) = (clock.settle(), clock.settle())
        #expect(!before && first && !second)
        #expect(clock.isKnown)
        #expect(news.contains { $0.isUpdated })
        #expect(news.allSatisfy { !$0.hasStepped && $0.outage == nil && !$0.missesTimeline })
    }

    @Test func anOutageIsToldWithTheFirstAnswerAfterIt() {
        var clock = ClockState(seed: 1)
        _ = feed(&clock, 10, from: Self.start)
        let news = feed(&clock, 2, from: Self.start + .seconds(3))
        #expect(news[0].outage ?? .zero > .milliseconds(2_900))
        #expect(news[1].outage == nil)
    }

    @Test func theThirdAnswerInARowThatNamesAnotherTimelineTellsThatItIsMissing() {
        var clock = ClockState(seed: 1)
        let news = feed(&clock, 5, from: Self.start, revision: 8)
        #expect(news.map(\.missesTimeline) == [false, false, true, false, false])
        let same = feed(&clock, 1, from: Self.start + .milliseconds(100), revision: 7)
        let again = feed(&clock, 3, from: Self.start + .milliseconds(200), revision: 8)
        #expect(!same[0].missesTimeline)
        #expect(again[2].missesTimeline)
    }

    @Test func aStepMakesItUnknownAndAsksAtOnce() {
        var clock = ClockState(seed: 1)
        _ = feed(&clock, 20, from: Self.start)
        _ = clock.settle()
        clock.requestSent(at: Self.start)
        let news = feed(&clock, 20, from: Self.start + .milliseconds(300), offset: .seconds(51))
        #expect(news.contains { $0.hasStepped })
        #expect(!clock.isKnown)
        #expect(clock.nextRequest <= Self.start)
    }

    @Test func withoutAClockTheNetworksTailIsAGuess() {
        var clock = ClockState(seed: 1)
        #expect(clock.networkTail == .milliseconds(10))
        _ = feed(&clock, 20, from: Self.start)
        #expect(clock.networkTail < .milliseconds(1))
        clock.forget()
        #expect(clock.networkTail == .milliseconds(10))
    }
}
