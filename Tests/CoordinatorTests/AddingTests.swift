import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Items with options, through a zone that plays.
@Suite struct AddingTests {
    private func item(_ track: Int, from: Interval? = nil, keeps: Bool = false) -> NewItem {
        NewItem(uri: "track:\(track)", startPosition: from, keepPosition: keeps)
    }

    @Test func addedAndPlayedAtOnceFromItsStartPosition() async throws {
        let bench = ZoneBench([480_000, 480_000, 480_000])
        try await bench.add(1)
        try await bench.transport(.play)
        await bench.advance(.seconds(1))
        let change = bench.now + CommandLead.withoutRooms + ZoneSchedule.startMargin
        let added = try await bench.zone.add(
            [item(2, from: .seconds(3)), item(3)],
            at: .next,
            play: true,
            expectedVersion: nil
        )
        await bench.settle()
        #expect(added.ids == [ItemID(2), ItemID(3)])
        await bench.advance(to: change)
        #expect(bench.stream.heard(at: change) == TaggedFrame(track: 2, frame: 144_001))
        #expect(await bench.nowPlaying().item?.startPositionMs == 3_000)
    }

    @Test func anEditOfAnotherVersionChangesNothing() async throws {
        let bench = ZoneBench([480_000])
        let version = try await bench.zone.add([item(1)], at: .end, expectedVersion: nil).version
        _ = try await bench.zone.add([item(1)], at: .end, expectedVersion: version)
        await #expect {
            _ = try await bench.zone.add([item(1)], at: nil, play: true, expectedVersion: version)
        } throws: {
            ($0 as? RPCError)?.code == .aborted
        }
        #expect(await bench.nowPlaying().queueLength == 2)
        #expect(await bench.nowPlaying().state == .stopped)
    }

    @Test func anItemThatKeepsItsPositionGoesOnWhereItWasHeardLast() async throws {
        let bench = ZoneBench([960_000, 480_000])
        _ = try await bench.zone.add([item(1, keeps: true), item(2)], at: .end, expectedVersion: nil)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: start + .seconds(5))
        try await bench.transport(.next)
        await bench.advance(.seconds(1))
        #expect(bench.heard?.track == 2)
        let left = await bench.zone.list(from: 0, count: 1).items.first
        #expect(left?.startPositionMs == 5_000 && left?.keepPosition == true)
        let back = try await bench.transport(.previous).effectiveTimeNs
        #expect(bench.stream.heard(at: Instant(nanoseconds: back)) == TaggedFrame(track: 1, frame: 240_001))
        await bench.advance(.seconds(2))
        let current = await bench.zone.list(from: 0, count: 1).items.first
        let position = await bench.nowPlaying().positionMs
        #expect(current?.startPositionMs == position && position > 6_500)
    }

    @Test func switchesAreShownAndConsumeTakesOut() async throws {
        let bench = ZoneBench([48_000, 480_000])
        for track in 1...2 { try await bench.add(track) }
        let shown = try await bench.transport(.switches(consume: true, stopAfterCurrent: true)).nowPlaying
        #expect(shown?.consume == true && shown?.stopAfterCurrent == true)
        try await bench.transport(.play)
        await bench.advance(.seconds(3))
        let now = await bench.nowPlaying()
        #expect(now.state == .stopped && now.item?.id == 2 && now.queueLength == 1)
        #expect(now.consume && !now.stopAfterCurrent)
    }
}
