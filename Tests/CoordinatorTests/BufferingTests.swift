import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Tracks that come over a network, slowly.
@Suite struct BufferingTests {
    private let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin
    private let second = 48_000

    /// A zone with `slow` tracks of 60 s on a network, and two of 10 s on a disk as 8 and 9.
    private func bench(slow: Int...) async throws -> ZoneBench {
        let bench = ZoneBench([60, 60, 60, 60, 60, 60, 60, 10, 10].map { $0 * second })
        for number in slow { bench.opener.network[number] = SlowNetwork.State() }
        return bench
    }

    /// A zone that has been told to play such tracks, of which 1 is slow.
    private func playing(_ tracks: Int...) async throws -> ZoneBench {
        let bench = try await bench(slow: 1)
        for track in tracks { try await bench.add(track) }
        try await bench.transport(.play)
        return bench
    }

    private func arrive(_ number: Int, _ seconds: Double, _ bench: ZoneBench) async {
        bench.opener.network[number].isOpen = true
        bench.opener.network[number].arrived = Int(seconds * Double(second))
        await bench.settle()
    }

    /// Listens until `end`, and says what was heard: silence once for each stretch of it.
    private func listen(_ bench: ZoneBench, for interval: Interval) async -> [TaggedFrame] {
        var heard: [TaggedFrame] = []
        let end = bench.now + interval
        while bench.now < end {
            await bench.advance(.milliseconds(10))
            let frame = bench.heard ?? TaggedFrame(track: -1, frame: 0)
            if frame != .silence || heard.last != .silence { heard.append(frame) }
        }
        return heard
    }

    /// No frame is skipped, missing or heard twice in what was heard every 10 ms, silences aside.
    private func isContinuous(_ heard: [TaggedFrame]) -> Bool {
        let frames = heard.filter { $0 != .silence }
        let steps = zip(frames, frames.dropFirst()).map { $1.frame - $0.frame }
        return steps.allSatisfy { $0 > 0 && $0 <= 481 }
    }

    @Test func whatIsLetGoBeforeItIsOpenIsNotLoadingAnyMore() async throws {
        let bench = try await playing(1)
        await bench.advance(.seconds(2))
        try await bench.transport(.stop)
        await bench.advance(.milliseconds(300))
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.unknown])
    }

    @Test func itBeginsAsSoonAsEnoughIsThere() async throws {
        let bench = try await playing(1)
        await bench.advance(.seconds(2))
        var shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        #expect(shown.item?.status == .loading)
        #expect(bench.heard == .silence)
        await arrive(1, 0.75, bench)
        await bench.advance(.milliseconds(300))
        shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        #expect(shown.bufferingPercent == 50)
        #expect(shown.aheadMs == 750)
        #expect(shown.item?.status == .ready)
        await arrive(1, 1.5, bench)
        await bench.advance(startTime)
        #expect(bench.heard?.track == 1)
        shown = await bench.nowPlaying()
        #expect(shown.state == .playing)
        #expect(shown.bufferingPercent == 100)
        #expect(bench.events(.buffering).contains { $0.nowPlaying?.bufferingPercent == 50 })
    }

    @Test func whenItRunsDryAllFallSilentAtOneSampleAndGoOnWithTheNext() async throws {
        let bench = try await playing(1)
        await arrive(1, 4, bench)
        await bench.advance(startTime)
        var heard = await listen(bench, for: .seconds(10))
        #expect(heard.last == .silence)
        var shown = await bench.nowPlaying()
        #expect(shown.state == .buffering)
        let end = try #require(bench.stream.timeline.spans.last?.endPosition)
        // What is not published stays in the source; nothing that is heard is missing.
        #expect(bench.stream.decoder.frame(Generation(1), end - 1) != nil)
        #expect(shown.positionMs == FrameTime.interval(of: end - 4_152).milliseconds)
        #expect(shown.positionMs > 3_500)
        let silent = shown.positionMs
        await arrive(1, Double(silent) / 1_000 + 4.9, bench)
        heard += await listen(bench, for: .seconds(1))
        shown = await bench.nowPlaying()
        #expect(shown.state == .buffering && (96...99).contains(shown.bufferingPercent))
        #expect(abs(shown.aheadMs - 4_900) < 50)
        await arrive(1, Double(silent) / 1_000 + 5.1, bench)
        heard += await listen(bench, for: .seconds(2))
        #expect(await bench.nowPlaying().state == .playing)
        #expect(isContinuous(heard))
        #expect(bench.opener.network[1].loads == 1)
    }

    @Test func whatComesJustInTimeIsHeardWithoutAGap() async throws {
        let bench = try await playing(1)
        await arrive(1, 4, bench)
        while await bench.nowPlaying().state != .buffering { await bench.advance(.milliseconds(10)) }
        #expect(bench.heard?.track == 1)
        await arrive(1, 20, bench)
        #expect(await bench.nowPlaying().state == .playing)
        let heard = await listen(bench, for: .seconds(4))
        #expect(!heard.contains(.silence))
        #expect(isContinuous(heard))
        #expect(bench.stream.timeline.spans.last?.continuesPrevious == true)
    }

    @Test func theRestIsEnough() async throws {
        let bench = try await bench(slow: 1)
        bench.opener[1]?.frames = 6 * second
        try await bench.add(1)
        try await bench.transport(.play)
        await arrive(1, 4, bench)
        var heard = await listen(bench, for: .seconds(6))
        await arrive(1, 6, bench)
        heard += await listen(bench, for: .seconds(4))
        #expect(isContinuous(heard))
        #expect(heard.filter { $0 != .silence }.count >= 599)
        #expect(await bench.nowPlaying().state == .stopped)
    }

    @Test func aSourceThatFailsWhileItIsWaitedForIsPlayedAsFarAsItCame() async throws {
        let bench = try await playing(1, 9)
        await arrive(1, 4, bench)
        await bench.advance(.seconds(6))
        #expect(await bench.nowPlaying().state == .buffering)
        bench.opener.network[1].failure = AudioError(.unavailable, "its server is gone")
        await bench.settle()
        let heard = await listen(bench, for: .seconds(2))
        #expect(heard.contains { $0.track == 1 && $0.frame > 4 * second - 481 })
        #expect(heard.last?.track == 9)
        #expect(bench.events(.itemFailed).map(\.item?.error) == ["its server is gone"])
    }

    @Test func pauseWhileBufferingWaitsForTheUser() async throws {
        let bench = try await playing(1)
        await arrive(1, 4, bench)
        var heard = await listen(bench, for: .seconds(6))
        try await bench.transport(.pause)
        #expect(await bench.nowPlaying().state == .paused)
        await arrive(1, 30, bench)
        heard += await listen(bench, for: .seconds(5))
        #expect(heard.last == .silence)
        #expect(await bench.nowPlaying().state == .paused)
        try await bench.transport(.play)
        heard += await listen(bench, for: .seconds(2))
        #expect(heard.last?.track == 1)
        #expect(isContinuous(heard))
    }

    @Test func playWithoutDataBuffersAgain() async throws {
        let bench = try await playing(1)
        await arrive(1, 4, bench)
        var heard = await listen(bench, for: .seconds(6))
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        #expect(await bench.nowPlaying().state == .buffering)
        await arrive(1, 30, bench)
        heard += await listen(bench, for: .seconds(2))
        #expect(await bench.nowPlaying().state == .playing)
        #expect(isContinuous(heard))
    }

    @Test func pauseAndResumeWhileLoading() async throws {
        let bench = try await playing(1)
        try await bench.transport(.pause)
        #expect(await bench.nowPlaying().state == .paused)
        await arrive(1, 10, bench)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        try await bench.transport(.play)
        await bench.advance(.milliseconds(200))
        #expect(bench.heard?.track == 1)
    }

    @Test func whatPlaysFallsSilentForASlowTrack() async throws {
        let bench = try await playing(9, 1)
        await bench.advance(.seconds(1))
        #expect(bench.heard?.track == 9)
        try await bench.transport(.next)
        await bench.advance(startTime)
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .buffering)
        try await bench.transport(.previous)
        await bench.advance(startTime)
        #expect(bench.heard?.track == 9)
        // It is opened again, to follow.
        #expect(bench.opener.network[1].open == 1)
        #expect(bench.opener.network[1].loads == 3)
    }

    @Test func aSlowTrackIsOpenedAheadAndFollowsWithoutAGap() async throws {
        let bench = try await playing(9, 1)
        await bench.advance(startTime + .seconds(1))
        #expect(bench.opener.network[1].loads == 1)
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.ready, .loading])
        await arrive(1, 10, bench)
        let heard = await listen(bench, for: .milliseconds(11_000))
        #expect(await bench.zone.list(from: 0, count: nil).items.map(\.status) == [.ready, .ready])
        #expect(!heard.contains(.silence))
        #expect(heard.last?.track == 1)
        #expect(await bench.nowPlaying().item?.id == 2)
    }

    @Test func aSlowTrackThatIsLateIsWaitedForAtTheJoint() async throws {
        let bench = try await playing(9, 1)
        var heard = await listen(bench, for: .seconds(12))
        #expect(heard.last == .silence)
        #expect(heard.contains { $0.track == 9 && $0.frame > 10 * second - 481 })
        #expect(await bench.nowPlaying().state == .buffering)
        await arrive(1, 6, bench)
        heard = await listen(bench, for: .seconds(1))
        // The last packet's rest of the track before comes first.
        #expect(heard.first { $0.track == 1 }.map { $0.frame < 962 } == true)
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(bench.events(.itemStarted).compactMap(\.item?.id) == [1, 2])
    }

    @Test func whatCannotBeLoadedIsPassedOver() async throws {
        let bench = try await bench(slow: 1, 2, 3)
        for number in [1, 2, 3] { bench.opener.network[number].failure = AudioError(.notFound, "no \(number)") }
        try await bench.add(1, 9, 2, 3, 8)
        try await bench.transport(.play)
        await bench.advance(startTime + .milliseconds(100))
        #expect(bench.heard?.track == 9)
        let heard = await listen(bench, for: .seconds(11))
        #expect(!heard.contains(.silence))
        #expect(heard.last?.track == 8)
        #expect(bench.events(.itemFailed).compactMap(\.item?.error) == ["no 1", "no 2", "no 3"])
    }

    @Test func aQueueOfNothingButFailuresEndsWithTheReason() async throws {
        let bench = try await playing(1)
        await bench.advance(.seconds(1))
        bench.opener.network[1].failure = AudioError(.notFound, "its server does not have it")
        await bench.settle()
        let shown = await bench.nowPlaying()
        #expect(shown.state == .stopped)
        #expect(shown.error == "its server does not have it")
        _ = try await bench.zone.edit(.clear, expectedVersion: nil)
        #expect(await bench.nowPlaying().error.isEmpty)
    }

    @Test func aTrackThatFailsWhileItIsHeardEndsWithTheReason() async throws {
        let bench = try await playing(1)
        await arrive(1, 5, bench)
        await bench.advance(.seconds(2))
        bench.opener.network[1].failure = AudioError(.unavailable, "it has changed on its server")
        await bench.advance(.seconds(10))
        let shown = await bench.nowPlaying()
        #expect(shown.state == .stopped)
        #expect(shown.error == "it has changed on its server")
    }

    @Test func aSlowTrackThatIsPutNextInsideTheLeadIsHeardAfterTheJoint() async throws {
        let bench = try await playing(9, 8)
        await bench.advance(.milliseconds(9_000))
        try await bench.add(1, at: .next)
        await bench.advance(.milliseconds(1_500))
        #expect(bench.heard == .silence)
        #expect(await bench.nowPlaying().state == .buffering)
        await arrive(1, 10, bench)
        await bench.advance(.milliseconds(500))
        #expect(bench.heard?.track == 1)
        #expect(await bench.nowPlaying().item?.id == 3)
    }

    @Test func seekingLoadsFromThere() async throws {
        let bench = try await playing(1)
        await arrive(1, 50, bench)
        await bench.advance(.seconds(1))
        try await bench.transport(.seek(.seconds(30)))
        await bench.advance(startTime + .milliseconds(10))
        #expect(bench.heard.map { abs($0.frame - 30 * second) < 1_000 } == true)
        #expect(bench.opener.network[1].loads == 2)
        #expect(bench.opener.network[1].open == 1)
    }

    @Test func whatIsAtHandIsNotLoadedAgain() async throws {
        let bench = try await playing(1)
        await arrive(1, 20, bench)
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
        let bench = try await playing(1)
        await arrive(1, 20, bench)
        bench.opener.network[1].goesBack = true
        await bench.advance(.seconds(3))
        let answer = try await bench.zone.setRate(2_000)
        let heard = await listen(bench, for: .seconds(1))
        #expect(!heard.contains(.silence))
        #expect(answer.nowPlaying?.ratePermille == 2_000)
        let frames = bench.frames(from: bench.now, count: 100).compactMap { $0?.frame }
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 == $0 + 2 })
        #expect(await bench.nowPlaying().state == .playing)
        #expect(bench.opener.network[1].loads == 1)
    }

    @Test func aPausedStationGoesOnWithThePresent() async throws {
        let bench = try await bench(slow: 1)
        bench.opener.network[1].isLive = true
        try await bench.add(1)
        try await bench.transport(.play)
        await arrive(1, 20, bench)
        await bench.advance(.seconds(3))
        #expect(await bench.nowPlaying().item?.isLive == true)
        await #expect(throws: RPCError.self) { try await bench.transport(.seekBy(.seconds(-15))) }
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        #expect(bench.opener.network[1].open == 0)
        try await bench.transport(.play)
        await bench.advance(.milliseconds(200))
        #expect(bench.heard?.track == 1)
        #expect(bench.opener.network[1].loads == 2)
        #expect(await bench.nowPlaying().state == .playing)
    }

    @Test func aStationPlaysAtItsOwnSpeedAndRefusesAnother() async throws {
        let bench = try await bench(slow: 1)
        bench.opener.network[1].isLive = true
        try await bench.add(1)
        try await bench.transport(.play)
        await arrive(1, 20, bench)
        await bench.advance(.seconds(3))
        let refused = await #expect(throws: RPCError.self) { try await bench.zone.setRate(1_500) }
        #expect(refused?.code == .failedPrecondition && refused?.message.contains("station") == true)
        #expect(try await bench.zone.setRate(1_000).nowPlaying?.ratePermille == 1_000)
        try await bench.transport(.stop)
        #expect(try await bench.zone.setRate(1_500).nowPlaying?.ratePermille == 1_500)
    }

    @Test func aStationsTitleIsShownWhenItIsHeard() async throws {
        let bench = try await bench(slow: 1)
        bench.opener.network[1].isLive = true
        try await bench.add(1)
        try await bench.transport(.play)
        bench.opener.network[1].title = "One"
        await arrive(1, 20, bench)
        await bench.advance(.milliseconds(500))
        #expect(await bench.nowPlaying().streamTitle == "One")
        bench.opener.network[1].title = "Two"
        await bench.advance(.milliseconds(1_500))
        // It is in the stream already, and not heard yet.
        #expect(await bench.nowPlaying().streamTitle == "One")
        await bench.advance(.milliseconds(1_000))
        #expect(await bench.nowPlaying().streamTitle == "Two")
        #expect(bench.events(.nowPlaying).compactMap(\.nowPlaying?.streamTitle).last == "Two")
        bench.opener.network[1].trouble = "its server is gone; trying again"
        await bench.advance(.seconds(2))
        #expect(await bench.nowPlaying().error == "its server is gone; trying again")
    }
}
