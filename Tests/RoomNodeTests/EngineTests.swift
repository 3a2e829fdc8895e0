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
    @Test func nothingIsPlayedBeforeTheClockIsKnown() throws {
        let bench = try EngineBench()
        bench.clock.isCut = true
        bench.attach(bench.timeline())
        try bench.send(0..<100)
        bench.run(.seconds(1))
        let inputs = try #require(bench.inputs())
        #expect(inputs.spanCount == 0)
        #expect(inputs.mapping == nil)
        #expect(bench.deck() == nil)
        #expect(bench.clock.requests > 16)
    }

    @Test func onceTheClockIsKnownTheTimelineIsPlayedAndDecodedAhead() throws {
        let bench = try EngineBench.playing()
        let inputs = try #require(bench.inputs())
        #expect(inputs.spanCount == 1)
        let mapping = try #require(inputs.mapping)
        #expect((mapping.offset(at: bench.now) - bench.clock.offset).magnitude < .microseconds(1))
        let heard = StreamFormat.prerollFrames + 4_800
        let available = try #require(bench.deck())
        #expect(available.low <= heard - 480)
        #expect(available.high >= heard + DecodeLanes.refill)
        bench.run(.milliseconds(500))
        let revisions = bench.engine.revisions.withLock { $0 }
        #expect(revisions.timeline == 1)
        #expect(revisions.playsSomething)
    }

    @Test func anOldTimelineChangesNothingAndANewOneAtOnce() throws {
        let bench = try EngineBench.playing()
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
        let bench = try EngineBench.playing()
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
        let available = try #require(bench.deck())
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
        let bench = try EngineBench.playing()
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

    @Test func itStopsWhenItIsToldTo() throws {
        let bench = try EngineBench()
        bench.attach(bench.timeline())
        bench.engine.inbox.put(.stop)
        bench.engine.run()
        #expect(bench.engine.isStopped)
        #expect(bench.subscriber.isClosed)
    }
}
