import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// Each playing of an item is told to start once, and to end once.
@Suite struct ItemEventTests {
    private enum Told: Hashable {
        case started(UInt64)
        case finished(UInt64)
        case failed(UInt64)
    }

    private func told(_ bench: ZoneBench) -> [Told] {
        bench.eventLog.all.compactMap { event in
            guard let id = event.item?.id else { return nil }
            switch event.kind {
            case .itemStarted: return .started(id)
            case .itemFinished: return .finished(id)
            case .itemFailed: return .failed(id)
            default: return nil
            }
        }
    }

    private let second = 48_000

    private func playing(_ lengths: Int..., breaksAfter: Int? = nil) async throws -> ZoneBench {
        let bench = ZoneBench(lengths)
        bench.opener[1]?.breaksAfter = breaksAfter
        for number in 1...lengths.count { try await bench.add(number) }
        try await bench.transport(.play)
        return bench
    }

    @Test func whatBreaksHasFailedAndNotFinished() async throws {
        let bench = try await playing(10 * second, second, breaksAfter: 5 * second)
        await bench.advance(.seconds(8))
        #expect(told(bench) == [.started(1), .failed(1), .started(2), .finished(2)])
    }

    /// The lead is 2 s: the break is known before anything of the track is heard.
    @Test func whatBreaksWithinTheLeadHasStartedAndThenFailed() async throws {
        let bench = try await playing(10 * second, second, breaksAfter: second)
        await bench.advance(.milliseconds(500))
        #expect(told(bench) == [.started(1)])
        await bench.advance(.milliseconds(3_500))
        #expect(told(bench) == [.started(1), .failed(1), .started(2), .finished(2)])
        let failure = try #require(bench.events(.itemFailed).first)
        let next = try #require(bench.events(.itemStarted).last)
        #expect(failure.timeNs == next.timeNs)
        #expect(failure.item?.status == .failed && failure.item?.error != "")
    }

    @Test func whatBreaksButIsLeftBeforeHasNotFailedYet() async throws {
        let bench = try await playing(10 * second, second, breaksAfter: 2 * second)
        await bench.advance(.seconds(1))
        try await bench.transport(.next)
        await bench.advance(.seconds(3))
        #expect(told(bench) == [.started(1), .started(2), .finished(2)])
    }

    @Test func aBreakThatIsMetAgainIsOneFailure() async throws {
        let bench = try await playing(10 * second, second, breaksAfter: 5 * second)
        await bench.advance(.seconds(4))
        try await bench.transport(.seek(.seconds(2)))
        await bench.advance(.seconds(6))
        #expect(told(bench) == [.started(1), .failed(1), .started(2), .finished(2)])
    }

    @Test func theLastOneThatBreaksHasFailedOnly() async throws {
        let bench = try await playing(10 * second, breaksAfter: 5 * second)
        await bench.advance(.seconds(8))
        #expect(told(bench) == [.started(1), .failed(1)])
        #expect(await bench.nowPlaying().state == .stopped)
    }

    @Test func pauseSeekAndPlayAreOnePlaying() async throws {
        let bench = try await playing(10 * second)
        await bench.advance(.seconds(1))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(7)))
        await bench.advance(.seconds(1))
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(8)))
        await bench.advance(.seconds(4))
        #expect(told(bench) == [.started(1), .finished(1)])
    }

    @Test func repeatsAndWhatIsChosenAgainAreFurtherPlayings() async throws {
        let bench = try await playing(2 * second)
        try await bench.transport(.mode(.one))
        await bench.advance(.seconds(3))
        #expect(told(bench) == [.started(1), .finished(1), .started(1)])
        try await bench.transport(.playIndex(0))
        await bench.advance(.seconds(1))
        #expect(told(bench).dropFirst(3) == [.started(1)])
        try await bench.transport(.stop)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        #expect(told(bench).dropFirst(4) == [.started(1)])
    }

    @Test func aRepeatThatCannotBeOpenedLeavesTheEndOfWhatIsHeard() async throws {
        let bench = try await playing(4 * second, second)
        try await bench.transport(.mode(.one))
        await bench.advance(.seconds(1))
        bench.opener[1]?.cannotOpen = true
        await bench.advance(.seconds(5))
        #expect(told(bench).prefix(4) == [.started(1), .failed(1), .finished(1), .started(2)])
    }
}
