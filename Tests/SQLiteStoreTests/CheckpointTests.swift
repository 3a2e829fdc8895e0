import AudioCore
import PlaybackCore
import Synchronization
import Testing

@testable import SQLiteStore

/// The write-ahead log goes into the database beside the commits, and not in one of them.
@Suite struct CheckpointTests {
    private let folder = TemporaryFolder()

    /// Checkpoints that wait until the test does them.
    private final class Later: Sendable {
        private let works = Mutex<[@Sendable () -> Void]>([])
        var count: Int { works.withLock { $0.count } }
        var runner: LogCheckpoint.Runner { { work in self.works.withLock { $0.append(work) } } }

        func run() {
            let all = works.withLock { works in
                defer { works = [] }
                return works
            }
            for work in all { work() }
        }
    }

    private func store(_ later: Later) throws -> SQLiteStore {
        let store = try SQLiteStore.open(folder: folder.path, checkpoints: later.runner).store
        try store.saveZone(StoredZone(seed: 7))
        return store
    }

    private func save(_ seconds: ClosedRange<Int>, in store: SQLiteStore) throws {
        for second in seconds {
            try store.savePosition(.seconds(Double(second)), transport: .playing, zone: StoredZone.defaultID)
        }
    }

    private var logSize: Int { folder.read("tutti.db-wal").count }

    @Test func noCommitWritesTheDatabaseFile() throws {
        let later = Later()
        let store = try store(later)
        let before = folder.read("tutti.db")
        try save(1...5_000, in: store)
        #expect(folder.read("tutti.db") == before)
        #expect(later.count == 1)
        later.run()
        #expect(folder.read("tutti.db") != before)
    }

    @Test func afterACheckpointTheLogBeginsAnew() throws {
        let later = Later()
        let store = try store(later)
        for round in 0..<3 {
            try save((round * 5_000 + 1)...(round * 5_000 + 5_000), in: store)
            later.run()
        }
        #expect(logSize < 6_000 * 4_200)
        #expect(try SQLiteStore.position(in: folder.copyOfDatabase()) == .seconds(15_000))
    }

    @Test func aCheckpointThatFailsIsTriedAgainAfterMorePages() throws {
        let later = Later()
        let checkpoint = LogCheckpoint(path: folder.path + "/missing/tutti.db", runner: later.runner)
        checkpoint.committed(pagesInLog: 3_999)
        #expect(later.count == 0)
        checkpoint.committed(pagesInLog: 4_000)
        checkpoint.committed(pagesInLog: 6_000)
        #expect(later.count == 1)
        later.run()
        checkpoint.committed(pagesInLog: 4_999)
        #expect(later.count == 0)
        checkpoint.committed(pagesInLog: 5_000)
        #expect(later.count == 1)
    }
}

extension SQLiteStore {
    fileprivate static func position(in folder: TemporaryFolder) throws -> Interval? {
        try SQLiteStore.open(folder: folder.path).state.zones.first?.position
    }
}
