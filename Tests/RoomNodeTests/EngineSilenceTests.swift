import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import TestSupport
import Testing
import WireFormat

@testable import RoomNode

/// Connections that die without a word.
@Suite struct EngineSilenceTests {
    /// A zone repeats its timeline.
    private func play(_ bench: EngineBench, seconds: Int, revision: UInt64 = 1) {
        for _ in 0..<seconds {
            bench.send(.timeline(Wire.Timeline(bench.timeline(revision), lead: .seconds(2))))
            bench.run(.seconds(1))
        }
    }

    private func wantsClock(_ bench: EngineBench) -> Bool {
        bench.engine.needsClock.exchange(false, ordering: .relaxed)
    }

    @Test func aClockThatDoesNotAnswerIsAskedByAnotherSocket() throws {
        let bench = try EngineBench.playing()
        bench.clock.isCut = true
        play(bench, seconds: 2)
        #expect(!wantsClock(bench))
        _ = bench.wasNudged()
        play(bench, seconds: 2)
        #expect(wantsClock(bench))
        #expect(bench.wasNudged())
        play(bench, seconds: 1)
        #expect(!wantsClock(bench))
        play(bench, seconds: 2)
        #expect(wantsClock(bench))
    }

    @Test func withAnotherSocketAllThatIsKnownStays() throws {
        let bench = try EngineBench.playing()
        let mapping = try #require(bench.engine.clock.mapping)
        let other = FakeClock(offset: bench.clock.offset)
        other.now = bench.now
        bench.reroute(to: other)
        #expect(other.requests == 1)
        #expect(bench.engine.clock.mapping == mapping)
        #expect(bench.engine.inputs.spanCount == 1)
        #expect(!bench.subscriber.isClosed)
    }

    @Test func withAnotherStreamTheOldOneIsClosedAndItsPlaceIsTaken() throws {
        let bench = try EngineBench.playing()
        let other = FakeSubscriber()
        bench.reroute(to: bench.clock, other)
        #expect(bench.subscriber.isClosed)
        let timeline = StreamMessage.timeline(Wire.Timeline(bench.timeline(2), lead: .seconds(2)))
        other.put(timeline.encoded(session: EngineBench.sessionID))
        bench.run(.milliseconds(100))
        #expect(bench.engine.stream.timeline.revision == 2)
        #expect(bench.engine.clock.isKnown)
    }

    @Test func aRouteToAnotherStartOfTheCoordinatorIsNotTaken() throws {
        let bench = try EngineBench.playing()
        let other = FakeSubscriber()
        bench.reroute(to: bench.clock, other, session: 78)
        #expect(other.isClosed)
        #expect(!bench.subscriber.isClosed)
    }

    @Test func aStreamThatBringsNothingThoughTheClockAnswersIsConnectedAgain() throws {
        let bench = try EngineBench.playing()
        bench.run(.seconds(5))
        #expect(bench.subscriber.reconnects == 0)
        bench.run(.seconds(2))
        #expect(bench.subscriber.reconnects == 1)
        bench.run(.seconds(6))
        #expect(bench.subscriber.reconnects == 2)
    }

    @Test func aZoneThatOnlyRepeatsItsTimelineIsNotSilent() throws {
        let bench = try EngineBench.playing()
        play(bench, seconds: 20)
        #expect(bench.subscriber.reconnects == 0)
        #expect(!wantsClock(bench))
    }

    @Test func aProcessThatStoodStillBlamesNoConnection() throws {
        let bench = try EngineBench.playing()
        bench.now = bench.now + .seconds(30)
        bench.turn()
        #expect(!wantsClock(bench))
        bench.run(.seconds(1))
        #expect(!wantsClock(bench))
    }

    @Test func whileTheClockIsNotKnownThatIsReported() throws {
        let bench = try EngineBench()
        bench.clock.isCut = true
        bench.attach(bench.timeline())
        bench.run(.seconds(2))
        let report = bench.engine.report.withLock { $0 }
        #expect(report.uncertaintyNs == .max)
    }
}
