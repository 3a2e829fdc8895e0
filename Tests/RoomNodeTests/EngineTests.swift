import AudioCore
import LinuxSystem
import SyncCore
import Synchronization
import TestSupport
import Testing
import WireFormat

@testable import RoomNode

/// The engine turn by turn: its time, network and audio thread are the test's.
@Suite struct EngineTests {
    private func deck(_ bench: EngineBench, _ generation: UInt32 = 1) -> PlayoutPlanner.Available? {
        bench.engine.audio.decks.deck(of: Generation(generation))?.available
    }

    /// A room that plays generation 1 and knows the time.
    private func playing() throws -> EngineBench {
        let bench = try EngineBench()
        bench.attach(bench.timeline(begin: .milliseconds(300)))
        try bench.send(0..<200)
        bench.run(.milliseconds(400))
        return bench
    }

    @Test func nothingIsPlayedBeforeTheClockIsKnown() throws {
        let bench = try EngineBench()
        bench.clock.isCut = true
        bench.attach(bench.timeline())
        try bench.send(0..<100)
        bench.run(.seconds(1))
        let inputs = try #require(bench.inputs())
        #expect(inputs.spanCount == 0)
        #expect(inputs.mapping == nil)
        #expect(deck(bench) == nil)
        #expect(bench.clock.requests > 16)
    }

    @Test func onceTheClockIsKnownTheTimelineIsPlayedAndDecodedAhead() throws {
        let bench = try playing()
        let inputs = try #require(bench.inputs())
        #expect(inputs.spanCount == 1)
        let mapping = try #require(inputs.mapping)
        #expect((mapping.offset(at: bench.now) - bench.clock.offset).magnitude < .microseconds(1))
        let heard = StreamFormat.prerollFrames + 4_800
        let available = try #require(deck(bench))
        #expect(available.low <= heard - 480)
        #expect(available.high >= heard + DecodeLanes.refill)
        bench.run(.milliseconds(500))
        let revisions = bench.engine.revisions.withLock { $0 }
        #expect(revisions.timeline == 1)
        #expect(revisions.playsSomething)
    }

    @Test func anOldTimelineChangesNothingAndANewOneAtOnce() throws {
        let bench = try playing()
        _ = bench.inputs()
        var span = bench.timeline().spans[0]
        span.endPosition = span.startPosition + 4_800
        let paused = Timeline(revision: 2, spans: [span])
        bench.send(.timeline(Wire.Timeline(bench.timeline(1, generation: 9), lead: .seconds(2))))
        bench.turn()
        #expect(bench.inputs() == nil)
        bench.send(.timeline(Wire.Timeline(paused, lead: .seconds(2))))
        bench.turn()
        #expect(bench.inputs()?.spans[0].endPosition == paused.spans[0].endPosition)
        #expect(bench.engine.revisions.withLock { $0.timeline } == 2)
    }

    @Test func messagesOfAnotherStartOfTheCoordinatorAreNotTaken() throws {
        let bench = try playing()
        bench.send(.timeline(Wire.Timeline(bench.timeline(5, generation: 3), lead: .seconds(2))), session: 78)
        bench.subscriber.put([1, 2, 3])
        bench.turn()
        #expect(bench.engine.stream.timeline.revision == 1)
    }

    @Test func whatIsMissingIsAskedForOnceAndTheAnswerIsDecoded() throws {
        let bench = try EngineBench()
        bench.attach(bench.timeline(begin: .seconds(-10)))
        bench.run(.milliseconds(200))
        let fetch = try #require(bench.engine.fetcher.take())
        #expect(fetch.generation == Generation(1))
        bench.run(.milliseconds(200))
        #expect(bench.engine.fetcher.take() == nil)
        let packets = fetch.sequences.map { SimBroadcast.packet(fetch.generation, $0) }
        bench.engine.inbox.put(.fetched(fetch, packets, next: fetch.sequences.upperBound))
        bench.turn()
        let available = try #require(deck(bench))
        #expect(available.high > StreamFormat.prerollFrames + Int64(10.4 * 48_000) + DecodeLanes.refill)
    }

    @Test func theAnswerToARequestOfAnotherSessionIsNotTaken() throws {
        let bench = try EngineBench()
        bench.attach(bench.timeline(begin: .seconds(-10)))
        bench.run(.milliseconds(200))
        let old = try #require(bench.engine.fetcher.take())
        bench.attach(bench.timeline(begin: .seconds(-10)))
        bench.engine.inbox.put(.fetchFailed(old))
        let packets = old.sequences.map { SimBroadcast.packet(old.generation, $0) }
        bench.engine.inbox.put(.fetched(old, packets, next: old.sequences.upperBound))
        bench.turn()
        #expect(bench.engine.stream.store.count == 0)
        bench.run(.milliseconds(200))
        #expect(bench.engine.fetcher.take() != nil)
    }

    @Test func aClockThatStepsSilencesUntilItIsKnownAgain() throws {
        let bench = try playing()
        bench.clock.offset = bench.clock.offset + .seconds(3_600)
        var wasSilent = false
        for _ in 0..<400 {
            bench.run(.milliseconds(5))
            if let inputs = bench.inputs(), inputs.spanCount == 0 { wasSilent = true }
        }
        #expect(wasSilent)
        #expect(bench.engine.clock.isKnown)
        #expect(bench.engine.inputs.spanCount == 1)
        let offset = try #require(bench.engine.inputs.mapping?.offset(at: bench.now))
        #expect((offset - bench.clock.offset).magnitude < .microseconds(1))
    }

    @Test func aMachineThatHasSleptMeasuresTheClockAnew() throws {
        let bench = try playing()
        bench.asleep = .seconds(20)
        bench.clock.offset = bench.clock.offset + .seconds(20)
        bench.turn()
        #expect(!bench.engine.clock.isKnown)
        #expect(bench.inputs()?.spanCount == 0)
        bench.run(.milliseconds(300))
        #expect(bench.engine.clock.isKnown)
        #expect(bench.engine.clock.estimator.steps == 0)
    }

    /// A room whose network was away for three seconds and has come back; what its fetcher redials is counted.
    private func back(_ bench: EngineBench) -> @Sendable () -> Int {
        let redialled = Counter()
        bench.engine.fetcher.whenReconnecting { redialled.count.withLock { $0 += 1 } }
        bench.clock.isCut = true
        bench.run(.seconds(3))
        #expect(bench.subscriber.reconnects == 0)
        bench.clock.isCut = false
        bench.run(.milliseconds(40))
        return { redialled.count.withLock { $0 } }
    }

    private final class Counter: Sendable { let count = Mutex(0) }

    @Test func afterAnOutageConnectionsAreMadeAnewOnce() throws {
        let bench = try playing()
        let redialled = back(bench)
        #expect(bench.subscriber.reconnects == 1)
        #expect(redialled() == 1)
        let fetch = try #require(bench.engine.fetcher.take())
        let packets = fetch.sequences.map { SimBroadcast.packet(fetch.generation, $0) }
        bench.engine.inbox.put(.fetched(fetch, packets, next: fetch.sequences.upperBound))
        try bench.send(300..<304)
        bench.run(.seconds(2))
        #expect(bench.subscriber.reconnects == 1)
        #expect(redialled() == 1)
    }

    @Test func aConnectionThatBringsNothingAfterAnOutageIsMadeAnewThreeTimesMore() throws {
        let bench = try playing()
        let redialled = back(bench)
        bench.run(.milliseconds(300))
        #expect(bench.subscriber.reconnects == 2)
        #expect(redialled() == 2)
        // The stream has come through now; the fetch is still on its way.
        try bench.send(300..<304)
        bench.run(.seconds(3))
        #expect(bench.subscriber.reconnects == 2)
        #expect(redialled() == 4)
    }

    @Test func whereTheStreamComesALostAnswerOfTheClockIsNoOutage() throws {
        let bench = try playing()
        bench.clock.isCut = true
        bench.run(.seconds(2))
        bench.clock.isCut = false
        try bench.send(200..<204)
        bench.turn()
        bench.run(.milliseconds(300))
        #expect(bench.subscriber.reconnects == 0)
    }

    @Test func answersThatNameANewerTimelineWakeTheLink() throws {
        let bench = try playing()
        _ = bench.wasNudged()
        bench.clock.revision = 1
        bench.run(.seconds(2))
        #expect(!bench.wasNudged())
        bench.clock.revision = 2
        bench.run(.seconds(2))
        #expect(bench.wasNudged())
    }

    @Test func settingsOfThisRoomAreHeardAtTheirTime() throws {
        let bench = try playing()
        var settings = Wire.RoomSettings(roomId: "bath", revision: 4, effectiveTimeNs: 123, volumePercent: 50)
        _ = bench.inputs()
        bench.send(.settings(settings))
        bench.turn()
        #expect(bench.inputs() == nil)
        settings.roomId = "kitchen"
        bench.send(.settings(settings))
        bench.turn()
        #expect(bench.inputs()?.gainTime == Instant(nanoseconds: 123))
        #expect(bench.engine.revisions.withLock { $0.settings } == 4)
    }

    @Test func settingsForAnotherZoneWakeTheLinkAndWaitForIt() throws {
        let bench = try playing()
        _ = (bench.wasNudged(), bench.inputs())
        bench.send(.settings(Wire.RoomSettings(roomId: "kitchen", revision: 9, volumePercent: 5, audioPort: 7_755)))
        bench.turn()
        #expect(bench.wasNudged())
        #expect(bench.engine.namedPort.load(ordering: .relaxed) == 7_755)
        #expect(bench.inputs() == nil)
        let other = FakeSubscriber()
        let tuning = bench.tuning(
            bench.timeline(1, generation: 6, begin: .milliseconds(100)),
            to: other,
            port: 7_755,
            settings: Wire.RoomSettings(roomId: "kitchen", revision: 2, volumePercent: 5, audioPort: 7_755)
        )
        bench.engine.inbox.put(.retune(tuning))
        bench.turn()
        #expect(bench.subscriber.isClosed)
        #expect(!other.isClosed)
        let inputs = try #require(bench.inputs())
        // The clock is known still.
        #expect(inputs.spans[0].generation == Generation(6))
        #expect(inputs.mapping != nil)
        #expect(bench.engine.settings.revision == 2)
        // What sounded is still there to fade out.
        bench.run(.milliseconds(50))
        #expect(deck(bench) != nil)
        #expect(bench.clock.lastPort == 7_755)
    }

    @Test func aZoneWithoutASessionIsNotListenedTo() throws {
        let bench = try EngineBench()
        bench.engine.inbox.put(.retune(bench.tuning(bench.timeline())))
        bench.turn()
        #expect(bench.subscriber.isClosed)
    }

    @Test func aNewSessionSilencesTheOldAndClosesItsStream() throws {
        let bench = try playing()
        let old = bench.subscriber
        bench.attach(bench.timeline(1, generation: 1), to: FakeSubscriber())
        #expect(old.isClosed)
        #expect(bench.inputs()?.spanCount == 0)
        #expect(!bench.engine.clock.isKnown)
    }

    @Test func aDeviceThatNeedsMoreTimeTellsTheLinkAtOnce() throws {
        let bench = try playing()
        var status = AudioStatus()
        status.isOpen = true
        status.depth = 2_400
        bench.engine.audio.status.write(status)
        bench.run(.milliseconds(500))
        _ = bench.wasNudged()
        status.depth = 4_800
        status.reach = .milliseconds(100)
        bench.engine.audio.status.write(status)
        bench.run(.milliseconds(500))
        #expect(bench.wasNudged())
        let revisions = bench.engine.revisions.withLock { $0 }
        #expect(revisions.depth == 4_800)
        #expect(revisions.neededLead > .milliseconds(118))
    }

    @Test func itStopsWhenItIsToldTo() throws {
        let bench = try EngineBench()
        bench.attach(bench.timeline())
        bench.engine.inbox.put(.stop)
        bench.engine.run()
        #expect(bench.engine.isStopped)
        #expect(bench.subscriber.isClosed)
    }
}
