import AudioCore
import PlaybackCore
import Testing

@testable import SQLiteStore

/// Values that no coordinator stores.
@Suite struct BoundsTests {
    private let folder = TemporaryFolder()

    /// As another program, or a bit that flipped, may have written them.
    @Test func countersAndPlacesBeyondAllBoundsAreBroughtInside() throws {
        do {
            var zone = StoredZone(seed: 1)
            zone.items = [1, 2].map { QueueItem(id: ItemID($0), uri: "file:///\($0).mp3") }
            try SQLiteStore.open(folder: folder.path).store.saveZone(zone)
            let database = try Database(path: folder.path + "/tutti.db")
            try database.execute(
                """
                UPDATE zone SET version = -1, next_item_id = -1;
                UPDATE playhead SET position_ns = \(Int64.max);
                UPDATE item SET duration_ns = \(Int64.max), start_ns = -7, resume_ns = \(Int64.max);
                UPDATE item SET id = -2 WHERE id = 2;
                """,
                doing: "test"
            )
        }
        let opened = try SQLiteStore.open(folder: folder.path)
        let zone = try #require(opened.state.zones.first)
        #expect(zone.version == StoredZone.maximumCount && zone.nextItemID == StoredZone.maximumCount)
        #expect(zone.position == StoredZone.maximumTime)
        let item = try #require(zone.items.first)
        #expect(item.duration == StoredZone.maximumTime && item.resumePosition == StoredZone.maximumTime)
        #expect(item.startPosition == .zero)
        var queue = PlayQueue(restoring: zone)
        _ = try queue.add([NewItem(uri: "file:///b.mp3")], at: .end)
        #expect(queue.items.count == 3 && Set(queue.items.map(\.id)).count == 3)
    }
}
