import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// The place that an item keeps is one of its own.
@Suite struct KeptPlaceTests {
    /// Track 1 keeps its position and was left at 40 s; track 2 has played for 5 s since.
    private func left() async throws -> ZoneBench {
        let bench = ZoneBench([120 * 48_000, 120 * 48_000])
        _ = try await bench.zone.add(
            [NewItem(uri: "track:1", keepPosition: true), NewItem(uri: "track:2")],
            at: .end,
            expectedVersion: nil
        )
        await bench.settle()
        try await bench.transport(.play)
        try await bench.transport(.seek(.seconds(40)))
        try await bench.transport(.next)
        await bench.advance(.seconds(5))
        return bench
    }

    private func kept(_ bench: ZoneBench) async -> Int64? {
        await bench.zone.list(from: 0, count: nil).items.first?.startPositionMs
    }

    @Test func whatCannotBeOpenedKeepsItsPlace() async throws {
        let bench = try await left()
        #expect(await kept(bench) == 40_000)
        bench.opener[1]?.cannotOpen = true
        for command in [PlaybackCoordinator.Transport.playIndex(0), .playIndex(0), .previous] {
            try await bench.transport(command)
            await bench.advance(.seconds(1))
            #expect(await kept(bench) == 40_000)
        }
        bench.opener[1]?.cannotOpen = false
        try await bench.transport(.playIndex(0))
        await bench.advance(.seconds(1))
        #expect((40_000...41_000).contains(await bench.nowPlaying().positionMs))
    }

    @Test func aPausedItemThatCannotBeOpenedKeepsItsPlace() async throws {
        let bench = try await left()
        try await bench.transport(.playIndex(0))
        await bench.advance(.seconds(1))
        try await bench.transport(.pause)
        try await bench.transport(.seek(.seconds(50)))
        bench.opener[1]?.cannotOpen = true
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        #expect(await kept(bench) == 50_000)
    }

    @Test func theListTellsWhereTheCurrentItemWouldStart() async throws {
        let bench = try await left()
        try await bench.transport(.playIndex(0))
        await bench.advance(.seconds(10))
        #expect(await kept(bench) == bench.nowPlaying().positionMs)
    }

    @Test(arguments: [false, true])
    func whatIsSoughtPastItsEndHasFinished(_ consumes: Bool) async throws {
        let bench = try await left()
        try await bench.transport(.switches(consume: consumes, stopAfterCurrent: nil))
        try await bench.transport(.playIndex(0))
        await bench.advance(.seconds(1))
        let before = bench.events(.itemFinished).count
        try await bench.transport(.seek(.seconds(500)))
        await bench.advance(.seconds(1))
        let told = bench.events(.itemFinished).dropFirst(before)
        #expect(told.compactMap { $0.item?.id } == [1])
        #expect(bench.events(.itemStarted).last?.item?.id == 2)
    }

    /// That it breaks is known 2 s before it is heard.
    @Test(arguments: [true, false]) func whatBreaksKeepsThePlaceWhereItBroke(isFollowed: Bool) async throws {
        let bench = ZoneBench([10 * 48_000, 10 * 48_000])
        bench.opener[1]?.breaksAfter = 5 * 48_000
        let items = [NewItem(uri: "track:1", keepPosition: true), NewItem(uri: "track:2")]
        _ = try await bench.zone.add(isFollowed ? items : Array(items.prefix(1)), at: .end, expectedVersion: nil)
        await bench.settle()
        try await bench.transport(.play)
        await bench.advance(.seconds(7))
        #expect(await kept(bench) == 5_000)
    }
}
