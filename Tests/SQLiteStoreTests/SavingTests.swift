import AudioCore
import PlaybackCore
import Testing

@testable import SQLiteStore

/// What is saved comes back.
@Suite struct SavingTests {
    private let folder = TemporaryFolder()

    private func item(_ id: UInt64, _ uri: String = "file:///a.mp3") -> QueueItem {
        QueueItem(id: ItemID(id), uri: uri)
    }

    private func loaded() throws -> StoredState { try SQLiteStore.open(folder: folder.path).state }

    private func zone(items ids: ClosedRange<UInt64>) throws -> SQLiteStore {
        let store = try SQLiteStore.open(folder: folder.path).store
        var zone = StoredZone(seed: 7)
        zone.items = ids.map { item($0) }
        try store.saveZone(zone)
        return store
    }

    private func ids(_ state: StoredState) -> [UInt64] { state.zones.first?.items.map(\.id.rawValue) ?? [] }

    @Test func newStateIsEmpty() throws {
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.isEmpty)
        #expect(opened.state == StoredState())
    }

    @Test func everythingOfAZoneComesBack() throws {
        var zone = StoredZone(id: "kitchen", name: "Küche", seed: 0xffff_ffff_ffff_fff0)
        zone.items = [
            QueueItem(
                id: ItemID(.max),
                uri: "file:///m\u{fc}sik/it's.mp3",
                title: "T\0nul",
                artist: "",
                album: "A",
                duration: .milliseconds(1_234),
                durationEstimated: true,
                startPosition: .seconds(5),
                autoplay: false,
                keepPosition: true,
                resumePosition: .seconds(61),
                cover: "http://h/p.png"
            ),
            item(2),
        ]
        zone.version = 1 << 62
        zone.nextItemID = 99
        zone.modes = PlayModes(mode: .shuffle, consume: true, stopAfterCurrent: true)
        zone.order.current = ItemID(2)
        zone.order.past = [ItemID(.max), ItemID(2)]
        zone.order.round = ShuffleRound(queued: [ItemID(1)], forward: [ItemID(2)], remaining: [ItemID(3), ItemID(4)])
        zone.transport = .playing
        zone.position = Interval(nanoseconds: 123_456_789)
        zone.volume = 55
        zone.ratePermille = 1_500
        zone.replayGain = .album
        do {
            let store = try SQLiteStore.open(folder: folder.path).store
            try store.saveZone(StoredZone(seed: 1))
            try store.saveZone(StoredZone(id: "kitchen", name: "old", seed: 1))
            try store.saveZone(zone)
        }
        #expect(try loaded().zones == [StoredZone(seed: 1), zone])
    }

    @Test func roomsComeBack() throws {
        let settings = RoomSettings(
            name: "Bad",
            volume: 30,
            muted: true,
            delay: Interval(nanoseconds: -1_200_000),
            balance: -40,
            channels: .swapped,
            ceiling: 70,
            pauseOnUnplug: true
        )
        do {
            let store = try SQLiteStore.open(folder: folder.path).store
            try store.saveRoom(StoredRoom(id: "r1", settings: RoomSettings(name: "x")))
            try store.saveRoom(StoredRoom(id: "r1", settings: settings, zone: "z", nodeName: "n"))
            try store.saveRoom(StoredRoom(id: "r2", settings: settings))
            try store.removeRoom("r2")
        }
        let state = try loaded()
        #expect(state.rooms == [StoredRoom(id: "r1", settings: settings, zone: "z", nodeName: "n")])
    }

    @Test func removedZoneTakesItsItemsWithIt() throws {
        let store = try zone(items: 1...3)
        try store.removeZone("default")
        #expect(try store.load() == StoredState())
        try store.saveZone(StoredZone(seed: 1))
        #expect(try ids(store.load()).isEmpty)
    }

    @Test func editsOfTheListKeepTheOrder() throws {
        let store = try zone(items: 1...4)
        let edits: [ZoneEdit] = [
            .inserted([item(5), item(6)], after: ItemID(4)),
            .inserted([item(7), item(8)], after: nil),
            .inserted([item(9)], after: ItemID(1)),
            .moved(ItemID(6), after: nil),
            .moved(ItemID(1), after: ItemID(5)),
            .removed([ItemID(3), ItemID(4)]),
        ]
        try store.save(edits, zone: "default")
        #expect(try ids(store.load()) == [6, 7, 8, 9, 2, 5, 1])
        try store.save([.cleared, .inserted([item(10)], after: nil)], zone: "default")
        #expect(try ids(store.load()) == [10])
    }

    @Test func manyInsertionsAtOnePlaceRenumber() throws {
        let store = try zone(items: 1...2)
        for id in UInt64(3)...102 { try store.save([.inserted([item(id)], after: ItemID(1))], zone: "default") }
        for id in UInt64(103)...202 { try store.save([.inserted([item(id)], after: nil)], zone: "default") }
        let middle = (UInt64(3)...102).reversed() + [2]
        #expect(try ids(store.load()) == (UInt64(103)...202).reversed() + [1] + middle)
    }

    @Test func detailsAndModesAreSavedAlone() throws {
        let store = try zone(items: 1...2)
        var changed = item(2)
        changed.title = "new"
        changed.duration = .seconds(9)
        changed.keepPosition = true
        changed.resumePosition = .seconds(4)
        var order = PlayOrder(random: SplitMix64(seed: 3))
        order.current = ItemID(2)
        let modes = PlayModes(mode: .one, consume: true)
        let edits: [ZoneEdit] = [
            .updated(changed), .order(order), .modes(modes), .counters(version: 4, nextItemID: 5), .volume(20),
            .renamed("Haus"), .rate(750), .replayGain(.track), .transport(.playing, position: .seconds(1)),
        ]
        try store.save(edits, zone: "default")
        try store.savePosition(.seconds(3), transport: .playing, zone: "default")
        try store.save([.transport(.paused, position: nil)], zone: "default")
        let zone = try #require(try store.load().zones.first)
        #expect(zone.items == [item(1), changed])
        #expect(zone.order == order)
        #expect(zone.modes == modes)
        #expect(zone.version == 4 && zone.nextItemID == 5 && zone.volume == 20 && zone.name == "Haus")
        #expect(zone.ratePermille == 750 && zone.replayGain == .track)
        #expect(zone.transport == .paused && zone.position == .seconds(3))
    }

    @Test func failedEditSavesNothingOfItsCall() throws {
        let store = try zone(items: 1...2)
        #expect(throws: StoreError.self) {
            try store.save([.inserted([item(3)], after: nil), .moved(ItemID(1), after: ItemID(77))], zone: "default")
        }
        #expect(try ids(store.load()) == [1, 2])
        #expect { try store.save([.cleared], zone: "nowhere") } throws: { ($0 as? StoreError)?.code == .notFound }
    }

    @Test func tenThousandItemsAreOneTransaction() throws {
        let store = try zone(items: 1...1)
        let many = (UInt64(2)...10_001).map { item($0, "file:///music/\($0).mp3") }
        try store.save([.inserted(many, after: ItemID(1))], zone: "default")
        #expect(try store.load().zones.first?.items.count == 10_001)
        try store.save([.inserted([item(20_000)], after: ItemID(5_000))], zone: "default")
        #expect(try ids(store.load())[5_000] == 20_000)
    }
}
