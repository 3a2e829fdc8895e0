import AudioCore
import Testing
import WireFormat

@testable import Coordinator

/// A seek over a network that led to a place which is counted later.
@Suite struct EstimatedPlaceTests {
    @Test func onceItIsCountedThePlaceAndTheLineAreToldAndTheSoundGoesOn() async throws {
        let lyrics = ManualLyrics(["track:1": .sidecar("[00:00.50]one\n[00:24.00]two")])
        let bench = ZoneBench([60 * SlowZone.second], lyrics: lyrics)
        bench.opener.network[1] = SlowNetwork.State()
        bench.opener.network[1].landing.isEstimate = true
        try await bench.add(1)
        try await bench.transport(.play)
        await lyrics.deliver(to: bench.zone)
        await SlowZone.arrive(1, 60, bench)
        await bench.advance(SlowZone.startTime + .seconds(1))
        var shown = await bench.nowPlaying()
        #expect(shown.positionMs == 1_000 && shown.positionEstimated)
        #expect(bench.events(.nowPlaying).last?.nowPlaying?.positionEstimated == true)
        bench.opener.network[1].landing = SeekLanding(displacement: .seconds(23))
        let heard = await SlowZone.listen(bench, for: .seconds(2))
        #expect(!heard.contains(.silence) && SlowZone.isContinuous(heard))
        shown = await bench.nowPlaying()
        #expect(shown.positionMs == 26_000 && !shown.positionEstimated)
        #expect(bench.events(.nowPlaying).last?.nowPlaying?.positionEstimated == false)
        #expect(bench.events(.lyricLine).last?.lyricCurrent?.text == "two")
        try await bench.transport(.pause)
        await bench.advance(.seconds(1))
        shown = await bench.nowPlaying()
        #expect(shown.positionMs > 26_000 && !shown.positionEstimated)
    }
}
