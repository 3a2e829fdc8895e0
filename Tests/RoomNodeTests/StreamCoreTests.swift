import AudioCore
import SyncCore
import TestSupport
import Testing

@testable import RoomNode

@Suite struct StreamCoreTests {
    private static func time(_ seconds: Double) -> Instant<CoordinatorClock> {
        Instant(nanoseconds: 100_000_000_000) + .seconds(seconds)
    }

    private static func span(
        _ generation: UInt32,
        at seconds: Double,
        from position: Int64 = 3_840,
        end: Int64? = nil
    ) -> TimelineSpan {
        TimelineSpan(
            generation: Generation(generation),
            startPosition: FrameCount(position),
            startTime: time(seconds),
            endPosition: end.map { FrameCount($0) }
        )
    }

    private static func core(_ spans: [TimelineSpan]) -> StreamCore {
        var core = StreamCore()
        core.begin(Timeline(revision: 1, spans: spans), lead: .seconds(2))
        return core
    }

    private static func packets(_ sequences: Range<UInt32>, _ generation: UInt32 = 1) -> [AudioPacket] {
        sequences.map { SimBroadcast.packet(Generation(generation), $0) }
    }

    private func expectNoFetch(
        _ core: inout StreamCore,
        at time: Instant<CoordinatorClock>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let fetch = core.nextFetch(at: time)
        #expect(fetch == nil, sourceLocation: sourceLocation)
    }

    @Test func onlyANewerTimelineReplaces() {
        var core = Self.core([Self.span(1, at: 0)])
        let updates = [
            Timeline(revision: 1), Timeline(revision: 2), Timeline(revision: 1, spans: [Self.span(1, at: 0)]),
        ]
        let taken = updates.map { core.update($0, lead: .seconds(2)) }
        #expect(taken == [false, true, false])
        #expect(core.timeline.spans.isEmpty)
    }

    @Test func whatIsNeededIsHeardNowOrNextOrWasPaused() {
        let end: Int64 = 3_840 + 48_000
        let core = Self.core([
            Self.span(1, at: 0, end: end), Self.span(1, at: 5, from: end, end: end + 48_000), Self.span(2, at: 8),
        ])
        #expect(core.needed(of: Generation(1), at: Self.time(-1)) == 3_840)
        #expect(core.needed(of: Generation(1), at: Self.time(0.5)) == 27_840)
        #expect(core.needed(of: Generation(1), at: Self.time(3)) == end)
        #expect(core.needed(of: Generation(1), at: Self.time(5.5)) == end + 24_000)
        #expect(core.needed(of: Generation(1), at: Self.time(20)) == end + 48_000)
        #expect(core.needed(of: Generation(2), at: Self.time(1)) == 3_840)
        #expect(core.needed(of: Generation(9), at: Self.time(1)) == nil)
        #expect(core.wanted(at: Self.time(-1)) == [Generation(1), Generation(2)])
        #expect(core.wanted(at: Self.time(9)) == [Generation(2)])
        #expect(core.end(of: Generation(1)) == end + 48_000)
        #expect(core.end(of: Generation(2)) == nil)
    }

    @Test func aJoiningRoomFetchesFromThePrerollOn() throws {
        var core = Self.core([Self.span(1, at: 0)])
        let fetchFound = core.nextFetch(at: Self.time(10))
        let fetch = try #require(fetchFound)
        let heard = UInt32((3_840 + 480_000) / 960)
        #expect(fetch.generation == Generation(1))
        #expect(fetch.sequences.lowerBound == heard - StreamCore.preroll)
        #expect(!fetch.isRepair)
        // One request at a time.
        expectNoFetch(&core, at: Self.time(10))
        core.fetched(fetch, packets: Self.packets(fetch.sequences), next: fetch.sequences.upperBound, at: Self.time(10))
        #expect(core.counters == StreamCore.Counters())
        #expect(core.hasNews)
    }

    /// It has seen a generation begin, and missed the packets 40 to 43.
    private static func coreWithAHole() -> StreamCore {
        var core = core([])
        _ = core.update(Timeline(revision: 2, spans: [span(1, at: 0)]), lead: .seconds(2))
        core.received(packets(0..<40), at: time(-1))
        core.received(packets(44..<60), at: time(-0.9))
        return core
    }

    @Test func aHoleInTheStreamIsRepaired() throws {
        var core = Self.coreWithAHole()
        let fetchFound = core.nextFetch(at: Self.time(-0.9))
        let fetch = try #require(fetchFound)
        #expect(fetch.sequences == 40..<44)
        #expect(fetch.isRepair)
        #expect(core.counters.lost == 4)
        core.fetched(fetch, packets: Self.packets(40..<44), next: 44, at: Self.time(-0.8))
        #expect(core.counters.repaired == 4)
        expectNoFetch(&core, at: Self.time(-0.8))
    }

    @Test func whatTheCoordinatorDoesNotHaveIsNotAskedForAgain() throws {
        var core = Self.core([])
        _ = core.update(Timeline(revision: 2, spans: [Self.span(1, at: 0)]), lead: .seconds(2))
        core.received(Self.packets(10..<60), at: Self.time(-1))
        let fetchFound = core.nextFetch(at: Self.time(-1))
        let fetch = try #require(fetchFound)
        core.fetched(fetch, packets: [], next: fetch.sequences.upperBound, at: Self.time(-1))
        expectNoFetch(&core, at: Self.time(-0.5))
    }

    @Test func aFailedFetchIsTriedAgainAndCountedOnce() throws {
        var core = Self.coreWithAHole()
        let firstFound = core.nextFetch(at: Self.time(-0.9))
        let first = try #require(firstFound)
        core.fetchFailed(first, at: Self.time(-0.8))
        expectNoFetch(&core, at: Self.time(-0.78))
        let again = core.nextFetch(at: Self.time(-0.7))
        #expect(again?.sequences == first.sequences)
        #expect(core.counters.lost == 4)
    }

    /// The first request hangs in a connection that died; its answer comes after the second one was asked for.
    @Test func anAnswerToARequestThatWasGivenUpIsNotTakenForTheNext() throws {
        var core = Self.coreWithAHole()
        let firstFound = core.nextFetch(at: Self.time(-0.9))
        let first = try #require(firstFound)
        core.expectGap()
        #expect(core.counters.lost == 0)
        let secondFound = core.nextFetch(at: Self.time(-0.8))
        let second = try #require(secondFound)
        #expect(second.sequences == 40..<44)
        core.fetchFailed(first, at: Self.time(-0.7))
        core.fetched(first, packets: [], next: 44, at: Self.time(-0.7))
        expectNoFetch(&core, at: Self.time(-0.6))
        core.fetched(second, packets: Self.packets(40..<44), next: 44, at: Self.time(-0.5))
        #expect(core.counters == StreamCore.Counters(lost: 4, repaired: 4))
    }

    @Test func anAnswerOfAnotherSessionIsNotTaken() throws {
        var core = Self.core([Self.span(1, at: 0)])
        let oldFound = core.nextFetch(at: Self.time(10))
        let old = try #require(oldFound)
        core.begin(Timeline(revision: 1, spans: [Self.span(1, at: 0)]), lead: .seconds(2))
        core.fetched(old, packets: Self.packets(old.sequences), next: old.sequences.upperBound, at: Self.time(10))
        #expect(core.store.count == 0)
        let again = core.nextFetch(at: Self.time(10))
        #expect(again?.sequences == old.sequences)
    }

    @Test func oldPacketsAreLateAndForgotten() {
        var core = Self.core([Self.span(1, at: 0)])
        core.received(Self.packets(0..<400), at: Self.time(5))
        core.forget(at: Self.time(5))
        let heard = UInt32((3_840 + 240_000) / 960)
        #expect(core.store.payload(Generation(1), heard) != nil)
        #expect(core.store.payload(Generation(1), heard - StreamCore.preroll) != nil)
        #expect(core.store.payload(Generation(1), 10) == nil)
        core.received(Self.packets(10..<14), at: Self.time(5))
        #expect(core.counters.late == 4)
    }

    @Test func whatAGenerationLeavesBehindIsForgotten() {
        var core = Self.core([Self.span(1, at: 0), Self.span(2, at: 5)])
        core.received(Self.packets(0..<50), at: Self.time(0))
        core.received(Self.packets(0..<50, 2), at: Self.time(4))
        core.forget(at: Self.time(6))
        #expect(core.store.payload(Generation(1), 49) == nil)
        #expect(core.store.payload(Generation(2), 49) != nil)
    }

    @Test func aNewSessionKeepsTheCountersOnly() {
        var core = Self.core([Self.span(1, at: 0)])
        core.received(Self.packets(0..<50), at: Self.time(0))
        core.counters.concealed = 3
        core.begin(Timeline(revision: 1), lead: .seconds(1))
        #expect(core.store.count == 0)
        #expect(core.counters.concealed == 3)
        #expect(core.lead == .seconds(1))
    }

    @Test func whatIsInHandIsCountedFromWhatIsHeard() {
        var core = Self.core([Self.span(1, at: 0)])
        core.received(Self.packets(0..<104), at: Self.time(-0.1))
        #expect(core.buffered(at: Self.time(0)) == .seconds(2))
        #expect(core.buffered(at: Self.time(1)) == .seconds(1))
        #expect(core.buffered(at: Self.time(9)) == .zero)
    }

    /// Messages from `first` on, of which every tenth is late by `late`; each comes when it is published otherwise.
    private static func receive(_ range: Range<UInt32>, late: Interval, _ core: inout StreamCore) {
        for sequence in range {
            let heard = time(Double(Int64(sequence) * 960 + 960 - 3_840) / 48_000)
            core.received(packets(sequence..<sequence + 1), at: heard - core.lead + (sequence % 10 == 0 ? late : .zero))
        }
    }

    @Test func theTailOfArrivalsIsSeenWhileTheLeadComesDown() {
        var core = Self.core([Self.span(1, at: 0)])
        Self.receive(300..<500, late: .seconds(1), &core)
        #expect(core.arrivals.tail == .seconds(1))
        let timeline = core.timeline
        // A jump up: what was seen stays, what comes in the next seconds is left out.
        _ = core.update(timeline, lead: .milliseconds(2_500))
        Self.receive(500..<600, late: .seconds(2), &core)
        #expect(core.arrivals.tail == .seconds(1))
        for step in 1...20 as ClosedRange<UInt32> {
            _ = core.update(timeline, lead: .milliseconds(2_500 - Int64(step) * 20))
            Self.receive((700 + step * 50)..<(750 + step * 50), late: .milliseconds(1_500), &core)
        }
        #expect(core.arrivals.tail == .milliseconds(1_500))
    }

    @Test func whatIsFoundAfterAStandstillDidNotComeLate() {
        var core = Self.core([Self.span(1, at: 0)])
        Self.receive(300..<500, late: .zero, &core)
        let stopped = Self.time(20)
        core.ignoreArrivals(until: stopped + .seconds(1))
        // The lead has jumped meanwhile, which is told first.
        _ = core.update(core.timeline, lead: .milliseconds(2_500))
        // Half a minute of messages at once, and then as ever.
        for sequence in 500..<1_000 as Range<UInt32> {
            core.received(Self.packets(sequence..<sequence + 1), at: stopped)
        }
        Self.receive(1_200..<1_300, late: .zero, &core)
        #expect(core.arrivals.tail == .zero)
    }
}
