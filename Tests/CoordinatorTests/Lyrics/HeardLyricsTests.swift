import AudioCore
import LyricsCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// A line is told when it is heard.
@Suite struct HeardLyricsTests {
    private let second = 48_000
    private let text = LyricsText.sidecar("[00:01.00]one\n[00:02.00]two\n[00:03.50]three")

    /// A bench that plays track 1, with the instant at which its start is heard.
    private func playing(
        _ lengths: [Int],
        _ texts: [String: LyricsText]
    ) async throws -> (ZoneBench, ManualLyrics, Instant<CoordinatorClock>) {
        let lyrics = ManualLyrics(texts)
        let bench = ZoneBench(lengths, lyrics: lyrics)
        for number in 1...lengths.count { try await bench.add(number) }
        let start = try await bench.transport(.play).effectiveTimeNs
        await lyrics.deliver(to: bench.zone)
        return (bench, lyrics, Instant(nanoseconds: start))
    }

    private func told(_ bench: ZoneBench) -> [String] {
        bench.events(.lyricLine).map { "\($0.lyricIndex) \($0.lyricCurrent?.text ?? "-")" }
    }

    /// Times of the events after the start, in milliseconds.
    private func times(_ bench: ZoneBench, from start: Instant<CoordinatorClock>) -> [Int64] {
        bench.events(.lyricLine).map { (Instant<CoordinatorClock>(nanoseconds: $0.timeNs) - start).milliseconds }
    }

    @Test func eachLineIsToldWhenItIsHeard() async throws {
        let (bench, _, start) = try await playing([5 * second], ["track:1": text])
        await bench.advance(to: start + .milliseconds(1_999))
        #expect(told(bench) == ["-1 -", "0 one"])
        await bench.advance(to: start + .milliseconds(2_001))
        #expect(told(bench) == ["-1 -", "0 one", "1 two"])
        await bench.advance(to: start + .seconds(6))
        #expect(told(bench) == ["-1 -", "0 one", "1 two", "2 three"])
        #expect(times(bench, from: start) == [0, 1_000, 2_000, 3_500])
        let middle = bench.events(.lyricLine)[2]
        #expect(middle.lyricPrevious?.text == "one" && middle.lyricNext?.text == "three")
        #expect(middle.lyricCurrent?.timeMs == 2_000 && middle.item?.id == 1 && middle.zone == bench.zone.zone)
        #expect(bench.events(.lyricLine)[0].lyricNext?.text == "one")
    }

    @Test func aPauseHoldsTheLineAndResumingGoesOn() async throws {
        let (bench, _, start) = try await playing([5 * second], ["track:1": text])
        await bench.advance(to: start + .milliseconds(1_500))
        try await bench.transport(.pause)
        await bench.advance(.seconds(20))
        #expect(told(bench) == ["-1 -", "0 one"])
        let position = await bench.nowPlaying().positionMs
        let resumed = try await bench.transport(.play).effectiveTimeNs
        await bench.advance(.seconds(1))
        #expect(told(bench) == ["-1 -", "0 one", "1 two"])
        let time = Instant<CoordinatorClock>(nanoseconds: bench.events(.lyricLine)[2].timeNs)
        let expected = Instant<CoordinatorClock>(nanoseconds: resumed) + .milliseconds(2_000 - position)
        #expect((time - expected).magnitude <= .milliseconds(1))
    }

    @Test func aJumpTellsTheLineThereOnceItIsHeard() async throws {
        let (bench, _, start) = try await playing([5 * second], ["track:1": text])
        await bench.advance(to: start + .milliseconds(500))
        let heard = try await bench.transport(.seek(.milliseconds(3_600))).effectiveTimeNs
        #expect(told(bench) == ["-1 -"])
        await bench.advance(.milliseconds(500))
        #expect(told(bench) == ["-1 -", "2 three"])
        #expect(bench.events(.lyricLine)[1].timeNs >= heard - 1_000_000)
        try await bench.transport(.seek(.milliseconds(1_200)))
        await bench.advance(.milliseconds(1_000))
        #expect(told(bench) == ["-1 -", "2 three", "0 one", "1 two"])
    }

    @Test func aSeekInAPauseTellsTheLineThere() async throws {
        let (bench, _, start) = try await playing([5 * second], ["track:1": text])
        await bench.advance(to: start + .milliseconds(1_500))
        try await bench.transport(.pause)
        try await bench.transport(.seek(.milliseconds(3_600)))
        await bench.advance(.seconds(1))
        #expect(told(bench) == ["-1 -", "0 one", "2 three"])
        try await bench.transport(.seek(.milliseconds(2_100)))
        #expect(told(bench).last == "1 two")
        try await bench.transport(.seek(.milliseconds(2_200)))
        await bench.advance(.seconds(1))
        #expect(told(bench).count == 4)
    }

    @Test func theNextTracksLyricsAreThereWhenItBegins() async throws {
        let next = LyricsText.synchronized([.init(time: .zero, text: "now")])
        let (bench, lyrics, start) = try await playing([2 * second, 2 * second, second], ["track:2": next])
        #expect(lyrics.waiting.isEmpty)
        await bench.advance(to: start + .milliseconds(2_100))
        #expect(told(bench) == ["0 now"])
        #expect(bench.events(.lyricLine)[0].item?.id == 2)
        #expect(times(bench, from: start) == [2_000])
        #expect(lyrics.waiting == [ItemID(3)])
        #expect(await bench.nowPlaying().item?.hasLyrics == true)
    }

    @Test func lyricsThatComeLateAreToldAtOnce() async throws {
        let lyrics = ManualLyrics(["track:1": text])
        let bench = ZoneBench([5 * second], lyrics: lyrics)
        try await bench.add(1)
        let start = try await bench.transport(.play).effectiveTimeNs
        await bench.advance(to: Instant(nanoseconds: start) + .milliseconds(2_600))
        #expect(told(bench).isEmpty)
        await lyrics.deliver(to: bench.zone)
        #expect(told(bench) == ["1 two"])
    }

    @Test func whatComesOverANetworkBringsItsLyrics() async throws {
        let lyrics = ManualLyrics([:])
        let bench = ZoneBench([5 * second], lyrics: lyrics)
        bench.opener[1]?.lyrics = text
        try await bench.add(1)
        let start = try await bench.transport(.play).effectiveTimeNs
        await lyrics.deliverFound(to: bench.zone)
        await bench.advance(to: Instant(nanoseconds: start) + .milliseconds(2_600))
        #expect(told(bench) == ["-1 -", "0 one", "1 two"])
        #expect(await bench.nowPlaying().item?.hasLyrics == true)
        #expect(try await bench.zone.lyrics(of: nil).lines.count == 3)
    }

    @Test func lyricsThatWereAskedForAreKnownFromThenOn() async throws {
        let bench = ZoneBench([5 * second], lyrics: ManualLyrics(["track:1": text]))
        try await bench.add(1)
        let start = try await bench.transport(.play).effectiveTimeNs
        _ = try await bench.zone.lyrics(of: nil)
        await bench.advance(to: Instant(nanoseconds: start) + .milliseconds(2_600))
        #expect(told(bench).last == "1 two")
    }

    @Test func plainLyricsAreNotFollowed() async throws {
        let (bench, _, start) = try await playing([3 * second], ["track:1": .unsynchronized("one\ntwo")])
        await bench.advance(to: start + .seconds(4))
        #expect(told(bench).isEmpty)
        #expect(try await bench.zone.lyrics(of: ItemID(1)).synchronized == false)
    }

    @Test func aRepeatedTrackTellsItsLinesAgain() async throws {
        let (bench, _, start) = try await playing([2 * second], ["track:1": .sidecar("[00:01]one")])
        try await bench.transport(.mode(.one))
        await bench.advance(to: start + .milliseconds(5_900))
        #expect(told(bench) == ["-1 -", "0 one", "-1 -", "0 one", "-1 -", "0 one"])
        #expect(times(bench, from: start) == [0, 1_000, 2_000, 3_000, 4_000, 5_000])
    }
}

@Suite struct LyricsCallTests {
    private let texts: [String: LyricsText] = [
        "track:1": .sidecar("[00:01]one\n[00:02]two"), "track:2": .unsynchronized("a\nb"),
    ]

    private func code(_ zone: PlaybackCoordinator, _ item: ItemID?) async -> StatusCode {
        do throws(RPCError) {
            _ = try await zone.lyrics(of: item)
            return .ok
        } catch {
            return error.code
        }
    }

    @Test func anItemsLyricsAreAnsweredReadOrNot() async throws {
        let lyrics = ManualLyrics(texts)
        let bench = ZoneBench([48_000, 48_000, 48_000], lyrics: lyrics)
        try await bench.add(1, 2, 3)
        let second = try await bench.zone.lyrics(of: ItemID(2))
        #expect(
            second
                == Wire.GetLyricsResponse(
                    itemId: 2,
                    synchronized: false,
                    lines: [Wire.LyricLine(timeMs: -1, text: "a"), Wire.LyricLine(timeMs: -1, text: "b")],
                    source: "USLT"
                )
        )
        try await bench.transport(.play)
        await lyrics.deliver(to: bench.zone)
        let current = try await bench.zone.lyrics(of: nil)
        #expect(current.itemId == 1 && current.synchronized && current.source == "sidecar")
        #expect(current.lines.map(\.timeMs) == [1_000, 2_000])
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        let bench = ZoneBench([48_000, 48_000, 48_000], lyrics: ManualLyrics(texts))
        #expect(await code(bench.zone, nil) == .notFound)
        try await bench.add(3, 9)
        #expect(await code(bench.zone, ItemID(1)) == .notFound)
        #expect(await code(bench.zone, ItemID(2)) == .notFound)
        #expect(await code(bench.zone, ItemID(77)) == .notFound)
    }
}
