import AudioCore
import Testing
import WireFormat

@testable import Coordinator

/// What is told is what is heard; commands build upon what was asked for.
@Suite struct ToldPositionTests {
    private static let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin

    /// Track 1 has been heard for a second.
    private func playing(_ tracks: Int = 1) async throws -> ZoneBench {
        let bench = ZoneBench(Array(repeating: 120 * 48_000, count: tracks))
        for track in 1...tracks { try await bench.add(track) }
        try await bench.transport(.play)
        await bench.advance(Self.startTime + .seconds(1))
        return bench
    }

    private func time(_ answer: Wire.TransportResponse) -> Instant<CoordinatorClock> {
        Instant(nanoseconds: answer.effectiveTimeNs)
    }

    @Test func theOldPlaceIsToldUntilASeekIsHeard() async throws {
        let bench = try await playing()
        let answer = try await bench.transport(.seek(.seconds(60)))
        #expect(answer.nowPlaying?.positionMs == 60_000)
        #expect(await bench.nowPlaying().positionMs == 1_000)
        let cut = time(answer)
        await bench.advance(to: cut - .milliseconds(1))
        #expect(await bench.nowPlaying().positionMs == Self.startTime.nanoseconds / 1_000_000 + 999)
        await bench.advance(to: cut)
        #expect(await bench.nowPlaying().positionMs == 60_000)
        await bench.advance(to: cut + .milliseconds(20))
        #expect(await bench.nowPlaying().positionMs == 60_020)
    }

    @Test func watchersAreToldOfASeekWhenItIsHeard() async throws {
        let bench = try await playing()
        await bench.advance(.milliseconds(300))
        let before = bench.events(.progress).count
        let cut = time(try await bench.transport(.seek(.seconds(60))))
        await bench.advance(to: cut - .milliseconds(1))
        #expect(bench.events(.progress).count == before)
        await bench.advance(to: cut + .milliseconds(1))
        #expect(bench.events(.progress).dropFirst(before).compactMap(\.nowPlaying?.positionMs) == [60_000])
    }

    @Test func quickSeeksFromHereAddUp() async throws {
        let bench = try await playing()
        for _ in 1...2 { _ = try await bench.zone.transport(.seekBy(.seconds(15))) }
        await bench.settle()
        #expect(await bench.nowPlaying().positionMs == 1_000)
        await bench.advance(.milliseconds(10))
        let last = try await bench.transport(.seekBy(.seconds(15)))
        #expect(last.nowPlaying?.positionMs == 46_000)
        #expect(await bench.nowPlaying().positionMs == 1_010)
        await bench.advance(to: time(last))
        #expect(await bench.nowPlaying().positionMs == 46_000)
        #expect(bench.heard?.frame == 46 * 48_000 + 1)
    }

    @Test func aSeekInASeekThatIsNotHeardYetTellsWhatIsHeard() async throws {
        let bench = try await playing()
        let first = time(try await bench.transport(.seek(.seconds(60))))
        await bench.advance(to: first - .milliseconds(5))
        let second = time(try await bench.transport(.seek(.seconds(90))))
        await bench.advance(to: first + .milliseconds(10))
        #expect(await bench.nowPlaying().positionMs == 60_010)
        await bench.advance(to: second)
        #expect(await bench.nowPlaying().positionMs == 90_000)
    }

    @Test func aPauseIsToldAsItIsHeard() async throws {
        let bench = try await playing()
        let silence = time(try await bench.transport(.pause))
        #expect(await bench.nowPlaying().positionMs == 1_000)
        await bench.advance(to: silence + .seconds(1))
        #expect(await bench.nowPlaying().positionMs == 1_030)
        try await bench.transport(.seekBy(.seconds(-1)))
        #expect(await bench.nowPlaying().positionMs == 30)
    }

    @Test func anItemThatIsNotHeardYetIsToldAtItsStart() async throws {
        let bench = try await playing(2)
        let change = time(try await bench.transport(.next))
        await bench.advance(to: change - .milliseconds(1))
        #expect(await bench.nowPlaying().item?.id == 2)
        #expect(await bench.nowPlaying().positionMs == 0)
        await bench.advance(to: change + .milliseconds(7))
        #expect(await bench.nowPlaying().positionMs == 7)
    }

    @Test func aTrackBegunAnewIsToldWhereItIsHeardUntilThen() async throws {
        let bench = try await playing()
        let change = time(try await bench.transport(.playIndex(0)))
        await bench.advance(to: change - .milliseconds(1))
        #expect(await bench.nowPlaying().positionMs == Self.startTime.nanoseconds / 1_000_000 + 999)
        await bench.advance(to: change)
        #expect(await bench.nowPlaying().positionMs == 0)
    }

    @Test func aChangeOfSpeedMovesThePlaceFromThenOn() async throws {
        let bench = try await playing()
        let answer = try await bench.zone.setRate(2_000)
        await bench.settle()
        let change = time(answer)
        await bench.advance(to: change)
        let at = await bench.nowPlaying().positionMs
        #expect(at == 1_000 + (CommandLead.withoutRooms + ZoneSchedule.retuneMargin).milliseconds)
        await bench.advance(.milliseconds(100))
        #expect(await bench.nowPlaying().positionMs == at + 200)
    }

    @Test func linesOfTheOldPlaceAreSungUntilASeekIsHeard() async throws {
        let lyrics = ManualLyrics(["track:1": .sidecar("[00:00.05]one\n[00:01.00]two\n[00:09.00]three")])
        let bench = ZoneBench([20 * 48_000], lyrics: lyrics)
        try await bench.add(1)
        let start = time(try await bench.transport(.play))
        await lyrics.deliver(to: bench.zone)
        await bench.advance(to: start + .milliseconds(970))
        let cut = time(try await bench.transport(.seek(.seconds(10))))
        let told = { bench.events(.lyricLine).map { $0.lyricCurrent?.text ?? "-" } }
        #expect(told() == ["-", "one"])
        await bench.advance(to: cut - .milliseconds(1))
        #expect(told() == ["-", "one", "two"])
        await bench.advance(to: cut + .milliseconds(1))
        #expect(told() == ["-", "one", "two", "three"])
    }
}
