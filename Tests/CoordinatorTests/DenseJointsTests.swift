import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// Tracks of a millisecond: a thousand joints in a second.
@Suite struct DenseJointsTests {
    private static let length = 48

    private func playing(_ count: Int, _ mode: PlaybackCore.PlayMode) async throws -> ZoneBench {
        let lengths = Array(repeating: Self.length, count: count)
        return try await HeardQueue.playing(lengths, mode: mode).0
    }

    @Test(arguments: [(1, .one), (1, .loop), (5, .loop)] as [(Int, PlaybackCore.PlayMode)])
    func allIsHeardAndALittleIsTold(count: Int, mode: PlaybackCore.PlayMode) async throws {
        let bench = try await playing(count, mode)
        await bench.advance(.milliseconds(500))
        let (before, start) = (bench.eventLog.all.count, bench.now)
        await bench.advance(.milliseconds(500))
        // Each 20 ms: one that started, the one before that finished, what is played, and its progress.
        #expect(bench.eventLog.all.count - before <= 4 * 26)
        // Nothing is missing, and nothing is out of turn.
        let frames = bench.frames(from: start, count: 4_800)
        for (one, two) in zip(frames, frames.dropFirst()) {
            let (one, two) = (try #require(one), try #require(two))
            let isJoint = one.frame == Self.length
            let next = isJoint ? TaggedFrame(track: one.track % count + 1, frame: 1) : nil
            #expect(two == next ?? TaggedFrame(track: one.track, frame: one.frame + 1))
        }
    }

    @Test func commandsMeetWhatIsHeard() async throws {
        let bench = try await playing(5, .loop)
        await bench.advance(.milliseconds(500))
        for _ in 0..<20 {
            await bench.advance(.microseconds(2_300))
            let answer = try await bench.zone.transport(.switches(consume: nil, stopAfterCurrent: false))
            #expect(answer.nowPlaying?.item?.uri == "track:\(bench.heard?.track ?? 0)")
        }
    }

    @Test func listenersAreToldOfTheLastOfAListAndThenOfItsEnd() async throws {
        let bench = try await playing(40, .off)
        await bench.advance(.seconds(1))
        let kinds: [Wire.EventKind] = [.itemStarted, .itemFinished]
        let told = bench.eventLog.all.filter { kinds.contains($0.kind) }
        #expect(told.first?.item?.uri == "track:1")
        #expect(told.last?.kind == .itemFinished && told.last?.item?.uri == "track:40")
        for (one, two) in zip(told, told.dropFirst()) { #expect(one.kind != two.kind) }
        #expect(await bench.nowPlaying().state == .stopped)
    }
}
