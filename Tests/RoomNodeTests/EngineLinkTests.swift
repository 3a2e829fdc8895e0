import AudioCore
import LinuxSystem
import SyncCore
import Synchronization
import TestSupport
import Testing
import WireFormat

@testable import RoomNode

/// What the engine does about its connections and its link to the coordinator.
@Suite struct EngineLinkTests {
    private final class Counter: Sendable { let count = Mutex(0) }

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

    @Test func aMachineThatHasSleptMeasuresTheClockAnew() throws {
        let bench = try EngineBench.playing()
        bench.asleep = .seconds(20)
        bench.clock.offset = bench.clock.offset + .seconds(20)
        bench.turn()
        #expect(!bench.engine.clock.isKnown)
        #expect(bench.inputs()?.spanCount == 0)
        bench.run(.milliseconds(300))
        #expect(bench.engine.clock.isKnown)
        #expect(bench.engine.clock.estimator.steps == 0)
    }

    @Test func afterAnOutageConnectionsAreMadeAnewOnce() throws {
        let bench = try EngineBench.playing()
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
        let bench = try EngineBench.playing()
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
        let bench = try EngineBench.playing()
        bench.clock.isCut = true
        bench.run(.seconds(2))
        bench.clock.isCut = false
        try bench.send(200..<204)
        bench.turn()
        bench.run(.milliseconds(300))
        #expect(bench.subscriber.reconnects == 0)
    }

    @Test func answersThatNameANewerTimelineWakeTheLink() throws {
        let bench = try EngineBench.playing()
        _ = bench.wasNudged()
        bench.clock.revision = 1
        bench.run(.seconds(2))
        #expect(!bench.wasNudged())
        bench.clock.revision = 2
        bench.run(.seconds(2))
        #expect(bench.wasNudged())
    }

    @Test func settingsOfThisRoomAreHeardAtTheirTime() throws {
        let bench = try EngineBench.playing()
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
        let bench = try EngineBench.playing()
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
        #expect(bench.deck() != nil)
        #expect(bench.clock.lastPort == 7_755)
    }

    @Test func aZoneWithoutASessionIsNotListenedTo() throws {
        let bench = try EngineBench()
        bench.engine.inbox.put(.retune(bench.tuning(bench.timeline())))
        bench.turn()
        #expect(bench.subscriber.isClosed)
    }

    @Test func aNewSessionSilencesTheOldAndClosesItsStream() throws {
        let bench = try EngineBench.playing()
        let old = bench.subscriber
        bench.attach(bench.timeline(1, generation: 1), to: FakeSubscriber())
        #expect(old.isClosed)
        #expect(bench.inputs()?.spanCount == 0)
        #expect(!bench.engine.clock.isKnown)
    }

    @Test func aDeviceThatNeedsMoreTimeTellsTheLinkAtOnce() throws {
        let bench = try EngineBench.playing()
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
}
