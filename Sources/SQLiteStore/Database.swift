private import CSQLite
import PlaybackCore

/// One open database file: the only owner of its handle. Used on one thread at a time.
final class Database {
    let path: String
    private let handle: OpaquePointer
    /// Told of each commit; kept alive here.
    private var log: LogCheckpoint?

    /// How long a call waits for another process that reads or copies the file.
    static let busyTimeoutMilliseconds: Int32 = 2_000

    /// Opens or creates the file. A file that is not a database is only found out at the first statement.
    init(path: String) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw StoreError(.unavailable, "cannot open \(path): out of memory", rawCode: code) }
        self.path = path
        handle = opened
        guard code == SQLITE_OK else { throw error("open it", code) }
        // Without the right to write, the library opens the file for reading and says so at the first change.
        guard sqlite3_db_readonly(handle, "main") != 1 else {
            throw StoreError(
                .permissionDenied,
                "cannot write to \(path)",
                remedy: "check its owner and permissions, or give another folder with --state",
                rawCode: SQLITE_READONLY
            )
        }
        sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
    }

    /// Every `Statement` keeps its database alive, so none is left here.
    deinit { sqlite3_close_v2(handle) }

    /// Runs SQL without parameters or results.
    func execute(_ sql: String, doing: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(doing, code) }
    }

    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error("prepare a statement", code) }
        return Statement(database: self, handle: prepared)
    }

    /// The first column of the first row.
    func integer(_ sql: String, doing: String) throws(StoreError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step(doing) ? statement.integer(0) : 0
    }

    /// Has `log` told of each commit, instead of a checkpoint within some of them.
    func follow(_ log: LogCheckpoint) {
        self.log = log
        sqlite3_wal_hook(handle, reportCommit, Unmanaged.passUnretained(log).toOpaque())
    }

    /// Moves what it can of the write-ahead log into the file, without a wait for readers or writers.
    func checkpoint() throws(StoreError) {
        // A connection that has read nothing yet knows of no log.
        _ = try integer("PRAGMA user_version", doing: "read it")
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard code == SQLITE_OK else { throw error("move the log into it", code) }
    }

    /// All of `body` or nothing.
    func transaction(_ doing: String, _ body: () throws(StoreError) -> Void) throws(StoreError) {
        try execute("BEGIN IMMEDIATE", doing: doing)
        do {
            try body()
            try execute("COMMIT", doing: doing)
        } catch {
            // Some errors have rolled back already; a second rollback is refused and harmless.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// What a result code means, in the words of this store.
    func error(_ doing: String, _ code: Int32) -> StoreError {
        let reason = String(cString: sqlite3_errmsg(handle))
        let (kind, remedy) = Self.meaning(of: code)
        return StoreError(kind, "cannot \(doing) (\(path)): \(reason)", remedy: remedy, rawCode: code)
    }

    private static func meaning(of code: Int32) -> (StoreError.Code, remedy: String) {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: (.inUse, "stop the other program that uses the file")
        case SQLITE_NOTADB, SQLITE_CORRUPT: (.damaged, "restart the coordinator, which sets the file aside")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
            (.permissionDenied, "check the owner and permissions of the file and its folder")
        case SQLITE_FULL, SQLITE_IOERR: (.unavailable, "check that the disk is not full or failing")
        case SQLITE_NOMEM: (.unavailable, "")
        default: (.internal, "")
        }
    }
}

/// Global, so that it inherits no isolation.
private func reportCommit(
    _ log: UnsafeMutableRawPointer?,
    _ database: OpaquePointer?,
    _ name: UnsafePointer<CChar>?,
    _ pages: Int32
) -> Int32 {
    if let log { Unmanaged<LogCheckpoint>.fromOpaque(log).takeUnretainedValue().committed(pagesInLog: Int(pages)) }
    return SQLITE_OK
}
