import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Tracks that come over a network, slowly.
@Suite struct BufferingTests {
    private let startTime = SlowZone.startTime
    private let second = SlowZone.second

    @Test func whatIsLetGoBeforeItIsOpenIsNotLoadingAnyMore() async throws {
        let bench = try await SlowZone.playing(1)
        await bench.advance(.seconds(2))
        try await bench.transport(.stop)
        await bench.advance(.milliseconds(300))
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.unknown])
    }

    @Test func itBeginsAsSoonAsEnoughIsThere() async throws {
        let bench = try await SlowZone.playing(1)
        await bench.advance(.seconds(2))
        var shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        #expect(shown.item?.status == .loading)
        #expect(bench.heard == .silence)
        await SlowZone.arrive(1, 0.75, bench)
        await bench.advance(.milliseconds(300))
        shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        #expect(shown.bufferingPercent == 50)
        #expect(shown.aheadMs == 750)
        #expect(shown.item?.status == .ready)
        await SlowZone.arrive(1, 1.5, bench)
        await bench.advance(startTime)
        #expect(bench.heard?.track == 1)
        shown = await bench.nowPlaying()
        #expect(shown.state == .playing)
        #expect(shown.bufferingPercent == 100)
        #expect(bench.events(.buffering).contains { $0.nowPlaying?.bufferingPercent == 50 })
    }

    @Test func whenItRunsDryAllFallSilentAtOneSampleAndGoOnWithTheNext() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 4, bench)
        await bench.advance(startTime)
        var heard = await SlowZone.listen(bench, for: .seconds(10))
        #expect(heard.last == .silence)
        var shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        let end = try #require(bench.stream.timeline.spans.last?.endPosition)
        // What is not published stays in the source; nothing that is heard is missing.
        #expect(bench.stream.decoder.frame(Generation(1), end - 1) != nil)
        #expect(shown.positionMs == FrameTime.interval(of: end - 4_152).milliseconds)
        #expect(shown.positionMs > 3_500)
        let silent = shown.positionMs
        await SlowZone.arrive(1, Double(silent) / 1_000 + 4.9, bench)
        heard += await SlowZone.listen(bench, for: .seconds(1))
        shown = await bench.nowPlaying()
        #expect(shown.state == .buffering && (96...99).contains(shown.bufferingPercent))
        #expect(abs(shown.aheadMs - 4_900) < 50)
        await SlowZone.arrive(1, Double(silent) / 1_000 + 5.1, bench)
        heard += await SlowZone.listen(bench, for: .seconds(2))
        #expect(await bench.nowPlaying().state == .playing)
        #expect(SlowZone.isContinuous(heard))
        #expect(bench.opener.network[1].loads == 1)
    }

    @Test func whatComesJustInTimeIsHeardWithoutAGap() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 4, bench)
        while await bench.nowPlaying().state != .buffering { await bench.advance(.milliseconds(10)) }
        #expect(bench.heard?.track == 1)
        await SlowZone.arrive(1, 20, bench)
        #expect(await bench.nowPlaying().state == .playing)
        let heard = await SlowZone.listen(bench, for: .seconds(4))
        #expect(!heard.contains(.silence))
        #expect(SlowZone.isContinuous(heard))
        #expect(bench.stream.timeline.spans.last?.continuesPrevious == true)
    }

    @Test func theRestIsEnough() async throws {
        let bench = try await SlowZone.bench(slow: 1)
        bench.opener[1]?.frames = 6 * second
        try await bench.add(1)
        try await bench.transport(.play)
        await SlowZone.arrive(1, 4, bench)
        var heard = await SlowZone.listen(bench, for: .seconds(6))
        await SlowZone.arrive(1, 6, bench)
        heard += await SlowZone.listen(bench, for: .seconds(4))
        #expect(SlowZone.isContinuous(heard))
        #expect(heard.filter { $0 != .silence }.count >= 599)
        #expect(await bench.nowPlaying().state == .stopped)
    }

    @Test func aSourceThatFailsWhileItIsWaitedForIsPlayedAsFarAsItCame() async throws {
        let bench = try await SlowZone.playing(1, 9)
        await SlowZone.arrive(1, 4, bench)
        await bench.advance(.seconds(6))
        #expect(await bench.nowPlaying().state == .buffering)
        bench.opener.network[1].failure = AudioError(.unavailable, "its server is gone")
        await bench.settle()
        let heard = await SlowZone.listen(bench, for: .seconds(2))
        #expect(heard.contains { $0.track == 1 && $0.frame > 4 * second - 481 })
        #expect(heard.last?.track == 9)
        #expect(bench.events(.itemFailed).map(\.item?.error) == ["its server is gone"])
    }

    @Test func pauseWhileBufferingWaitsForTheUser() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 4, bench)
        var heard = await SlowZone.listen(bench, for: .seconds(6))
        try await bench.transport(.pause)
        #expect(await bench.nowPlaying().state == .paused)
        await SlowZone.arrive(1, 30, bench)
        heard += await SlowZone.listen(bench, for: .seconds(5))
        #expect(heard.last == .silence)
        #expect(await bench.nowPlaying().state == .paused)
        try await bench.transport(.play)
        heard += await SlowZone.listen(bench, for: .seconds(2))
        #expect(heard.last?.track == 1)
        #expect(SlowZone.isContinuous(heard))
    }

    @Test func playWithoutDataBuffersAgain() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 4, bench)
        var heard = await SlowZone.listen(bench, for: .seconds(6))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().state == .buffering)
        await SlowZone.arrive(1, 30, bench)
        heard += await SlowZone.listen(bench, for: .seconds(2))
        #expect(await bench.nowPlaying().state == .playing)
        #expect(SlowZone.isContinuous(heard))
    }

    @Test func pauseAndResumeWhileLoading() async throws {
        let bench = try await SlowZone.playing(1)
        try await bench.transport(.pause)
        #expect(await bench.nowPlaying().state == .paused)
        await SlowZone.arrive(1, 10, bench)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        try await bench.transport(.play)
        await bench.advance(.milliseconds(200))
        #expect(bench.heard?.track == 1)
    }

    @Test func seekingLoadsFromThere() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 50, bench)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(30)))
        await bench.advance(startTime + .milliseconds(10))
        #expect(bench.heard.map { abs($0.frame - 30 * second) < 1_000 } == true)
        #expect(bench.opener.network[1].loads == 2)
        #expect(bench.opener.network[1].open == 1)
    }

    @Test func whatIsAtHandIsNotLoadedAgain() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 20, bench)
        bench.opener.network[1].goesBack = true
        await bench.advance(.seconds(3))
        try await bench.transport(.seek(.seconds(12)))
        await bench.advance(startTime + .milliseconds(10))
        #expect(bench.heard.map { abs($0.frame - 12 * second) < 1_000 } == true)
        // Less is there than a start needs.
        try await bench.transport(.seek(.seconds(19)))
        #expect(bench.opener.network[1].loads == 2)
        #expect(bench.opener.network[1].open == 1)
    }

    @Test func theSpeedOfWhatIsAtHandChangesWithoutAGap() async throws {
        let bench = try await SlowZone.playing(1)
        await SlowZone.arrive(1, 20, bench)
        bench.opener.network[1].goesBack = true
        await bench.advance(.seconds(3))
        let answer = try await bench.zone.setRate(2_000)
        let heard = await SlowZone.listen(bench, for: .seconds(1))
        #expect(!heard.contains(.silence))
        #expect(answer.nowPlaying?.ratePermille == 2_000)
        let frames = bench.frames(from: bench.now, count: 100).compactMap { $0?.frame }
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 == $0 + 2 })
        #expect(await bench.nowPlaying().state == .playing)
        #expect(bench.opener.network[1].loads == 1)
    }
}
