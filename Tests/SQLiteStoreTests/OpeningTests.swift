import AudioCore
import Glibc
import PlaybackCore
import Testing

@testable import SQLiteStore

/// What is found when the state is opened.
@Suite struct OpeningTests {
    private let folder = TemporaryFolder()

    private func save(items count: Int) throws -> SQLiteStore {
        let store = try SQLiteStore.open(folder: folder.path).store
        var zone = StoredZone(seed: 1)
        zone.items = (0..<count).map { QueueItem(id: ItemID(UInt64($0 + 1)), uri: "file:///\($0).mp3") }
        try store.saveZone(zone)
        return store
    }

    private func error(_ body: () throws -> Void) -> StoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test func acknowledgedCallsSurviveAKill() throws {
        let store = try save(items: 3)
        try store.savePosition(.seconds(42), transport: .playing, zone: "default")
        let crashed = folder.copyOfDatabase()
        let revived = try SQLiteStore.open(folder: crashed.path)
        let zone = try #require(revived.state.zones.first)
        #expect(revived.warnings.isEmpty)
        #expect(zone.items.count == 3)
        #expect(zone.position == .seconds(42))
        withExtendedLifetime(store) {}
    }

    @Test func writeAheadLogCutShortLosesOnlyTheLastMoments() throws {
        let store = try save(items: 3)
        try store.savePosition(.seconds(42), transport: .playing, zone: "default")
        let crashed = folder.copyOfDatabase()
        crashed.write(Array(crashed.read("tutti.db-wal").dropLast(100)), to: "tutti.db-wal")
        let revived = try SQLiteStore.open(folder: crashed.path)
        let zone = try #require(revived.state.zones.first)
        #expect(zone.items.count == 3)
        #expect(zone.position == .zero)
        withExtendedLifetime(store) {}
    }

    /// The first 100 bytes are the library's header; those of our own version and mark are in it.
    @Test(arguments: [0x00, 0xFF, 0x05] as [UInt8])
    func whateverTheHeaderSaysItStarts(value: UInt8) throws {
        do { _ = try save(items: 3) }
        let sound = folder.read("tutti.db")
        for position in 0..<100 where !(60..<64).contains(position) {
            let damaged = TemporaryFolder()
            var bytes = sound
            bytes[position] = value
            damaged.write(bytes, to: "tutti.db")
            let opened = try SQLiteStore.open(folder: damaged.path)
            #expect(opened.state.zones.count == 1 || !opened.warnings.isEmpty, "byte \(position)")
            #expect(!opened.warnings.contains { $0.contains("restart") })
            try opened.store.saveZone(StoredZone(seed: 2))
        }
    }

    /// In tables and indexes: what is wrong is found at the start, or does no harm.
    @Test(arguments: 0..<8)
    func whereverABitIsWrongItStarts(seed: UInt64) throws {
        do { _ = try save(items: 40) }
        let sound = folder.read("tutti.db")
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let damaged = TemporaryFolder()
            var bytes = sound
            let position = Int.random(in: 100..<bytes.count, using: &random)
            bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            damaged.write(bytes, to: "tutti.db")
            try SQLiteStore.open(folder: damaged.path).store.saveZone(StoredZone(seed: 2))
        }
    }

    /// A table that is called otherwise is sound to the library.
    @Test func tablesWithOtherNamesAreDamage() throws {
        do { _ = try save(items: 1) }
        var bytes = folder.read("tutti.db")
        let name = Array("playhead (\n    zone TEXT".utf8)
        let starts = (0..<bytes.count - name.count).filter { bytes[$0..<$0 + name.count].elementsEqual(name) }
        let start = try #require(starts.first)
        bytes[start + name.count - 9] = UInt8(ascii: "y")
        folder.write(bytes, to: "tutti.db")
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.first?.contains("set aside") == true)
        #expect(opened.state.zones.isEmpty)
    }

    @Test func secondCoordinatorIsRefusedUntilTheFirstIsGone() throws {
        var store: SQLiteStore? = try save(items: 1)
        let refused = error { _ = try SQLiteStore.open(folder: folder.path) }
        #expect(refused?.code == .inUse)
        #expect(refused?.message.contains("the state folder \(folder.path) is in use by another coordinator") == true)
        #expect(store != nil)
        store = nil
        #expect(try SQLiteStore.open(folder: folder.path).state.zones.count == 1)
    }

    @Test func fileThatIsNoDatabaseIsSetAside() throws {
        folder.write(Array("this is not a database at all, it is prose".utf8), to: "tutti.db")
        folder.write([1, 2, 3], to: "tutti.db-wal")
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.count == 1)
        #expect(opened.warnings.first?.contains("\(folder.path)/tutti.db.damaged-1") == true)
        #expect(opened.state == StoredState())
        #expect(folder.read("tutti.db.damaged-1").starts(with: Array("this is".utf8)))
        #expect(folder.read("tutti.db.damaged-1-wal") == [1, 2, 3])
    }

    @Test func damagedFileIsSetAsideUnderTheNextFreeNumber() throws {
        do { _ = try save(items: 500) }
        folder.write([], to: "tutti.db.damaged-1")
        var bytes = folder.read("tutti.db")
        for index in 4_096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        folder.write(bytes, to: "tutti.db")
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.first?.contains("tutti.db.damaged-2") == true)
        #expect(folder.names.contains("tutti.db.damaged-2"))
        try opened.store.saveZone(StoredZone(seed: 1))
        #expect(try opened.store.load().zones.count == 1)
    }

    @Test func databaseOfAnotherProgramIsSetAside() throws {
        do {
            let other = try Database(path: folder.path + "/tutti.db")
            try other.execute("CREATE TABLE notes (text)", doing: "test")
        }
        #expect(try SQLiteStore.open(folder: folder.path).warnings.count == 1)
    }

    @Test func missingTableIsDamage() throws {
        do { _ = try save(items: 1) }
        do {
            let database = try Database(path: folder.path + "/tutti.db")
            try database.execute("DROP TABLE playhead", doing: "test")
        }
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.count == 1)
        #expect(opened.state == StoredState())
    }

    @Test func newerVersionIsRefusedAndLeftAlone() throws {
        do { _ = try save(items: 1) }
        do {
            let database = try Database(path: folder.path + "/tutti.db")
            try database.execute("PRAGMA user_version = 99", doing: "test")
        }
        let before = folder.read("tutti.db")
        let refused = error { _ = try SQLiteStore.open(folder: folder.path) }
        #expect(refused?.code == .newerVersion)
        #expect(refused?.message.contains("format 99") == true)
        #expect(folder.read("tutti.db") == before)
    }

    @Test func fileOfAnOlderVersionIsBroughtUpToDate() throws {
        do {
            let database = try Database(path: folder.path + "/tutti.db")
            try database.execute(Schema.migrations[0], doing: "test")
            try database.execute(
                """
                PRAGMA application_id = \(Schema.applicationID);
                PRAGMA user_version = 1;
                INSERT INTO zone VALUES ('default', 'home', 3, 9, 'loop', 1, 0, 40);
                INSERT INTO item VALUES ('default', 8, 1, 'file:///a.mp3', 'A', NULL, NULL, 7, 0, 5, 1);
                INSERT INTO room VALUES ('k', 'Kitchen', 30, 0, 0, 'default');
                """,
                doing: "test"
            )
        }
        let opened = try SQLiteStore.open(folder: folder.path)
        #expect(opened.warnings.isEmpty)
        let zone = try #require(opened.state.zones.first)
        #expect(zone.name == "home" && zone.version == 3 && zone.modes.consume && zone.volume == 40)
        #expect(zone.ratePermille == 1_000 && zone.replayGain == .off)
        let item = QueueItem(
            id: ItemID(8),
            uri: "file:///a.mp3",
            title: "A",
            duration: Interval(nanoseconds: 7),
            startPosition: Interval(nanoseconds: 5)
        )
        #expect(zone.items == [item])
        #expect(opened.state.rooms == [StoredRoom(id: "k", settings: RoomSettings(name: "Kitchen", volume: 30))])
        try opened.store.save([.rate(2_000)], zone: "default")
        #expect(try opened.store.load().zones.first?.ratePermille == 2_000)
    }

    @Test func emptyFileIsAFreshState() throws {
        folder.write([], to: "tutti.db")
        #expect(try SQLiteStore.open(folder: folder.path).warnings.isEmpty)
    }

    @Test func missingFolderIsMadeForTheOwnerAlone() throws {
        let path = folder.path + "/deep/folder"
        _ = try SQLiteStore.open(folder: path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test func folderThatCannotBeMadeIsNamed() {
        let refused = error { _ = try SQLiteStore.open(folder: "/dev/null/state") }
        #expect(refused?.code == .permissionDenied)
        #expect(refused?.message.contains("/dev/null/state") == true)
    }

    @Test func databaseThatCannotBeOpenedIsNamed() {
        #expect(mkdir(folder.path + "/tutti.db", 0o700) == 0)
        defer { rmdir(folder.path + "/tutti.db") }
        let refused = error { _ = try SQLiteStore.open(folder: folder.path) }
        #expect(refused?.code == .permissionDenied)
        #expect(refused?.message.contains("\(folder.path)/tutti.db") == true)
        #expect(refused?.description == "\(refused?.message ?? ""); \(refused?.remedy ?? "")")
        #expect(refused?.remedy.contains("permissions") == true)
    }
}
