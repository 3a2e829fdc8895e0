private import Glibc
private import LinuxSystem
import PlaybackCore

/// The state folder, locked for one coordinator as long as this lives. The lock is the kernel's (`flock`): it ends with
/// the process, however that ends.
final class StateFolder {
    let path: String
    private let lock: Int32

    static let databaseName = "tutti.db"
    static let lockName = "tutti.lock"

    var databasePath: String { path + "/" + Self.databaseName }

    /// Makes the folder (mode 0700) and its parents where they are missing, and takes the lock.
    init(path: String) throws(StoreError) {
        do {
            try StateDirectory.prepare(path)
        } catch {
            throw StoreError(
                .permissionDenied,
                "\(error)",
                remedy: "check its owner and permissions, or give another folder with --state",
                rawCode: error.code
            )
        }
        self.path = path
        lock = open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw Self.failure("cannot make the lock file \(path)/\(Self.lockName)", .permissionDenied)
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw Self.failure("cannot lock the state folder \(path)", .unavailable) }
            throw StoreError(
                .inUse,
                "the state folder \(path) is in use by another coordinator",
                remedy: "stop that one, or give another folder with --state"
            )
        }
    }

    deinit { if lock >= 0 { close(lock) } }

    /// Looks at the first bytes of the database before the library does, which would delete the write-ahead log of a
    /// file that it takes for empty, and find out at the first change only that it knows no such format. A missing file
    /// is sound, and so is an empty one without a log: it is new. Source of the magic and of the formats: the SQLite
    /// file format, section 1.3.
    func checkHeader() throws(StoreError) {
        let magic = Array("SQLite format 3\0".utf8)
        let header: [UInt8]?
        do {
            header = try SmallFile.read(databasePath, limit: magic.count + 4)
        } catch {
            throw StoreError(
                .permissionDenied,
                "\(error)",
                remedy: "check its owner and permissions",
                rawCode: error.code
            )
        }
        guard let header else { return }
        // Behind the size of a page, how it is written and how it is read: with a rollback journal or a write-ahead
        // log.
        if header.count == magic.count + 4, header.starts(with: magic), header.suffix(2).allSatisfy({ 1...2 ~= $0 }) {
            return
        }
        if header.isEmpty, access(databasePath + "-wal", F_OK) != 0 { return }
        throw StoreError(.damaged, "\(databasePath) does not begin as a database does")
    }

    /// Renames a damaged database, with what belongs to it, to the first free `tutti.db.damaged-<n>`.
    /// - Returns: the new path.
    func setDatabaseAside() throws(StoreError) -> String {
        var number = 1
        while access("\(databasePath).damaged-\(number)", F_OK) == 0 { number += 1 }
        let target = "\(databasePath).damaged-\(number)"
        // The write-ahead log first: if this stops half-way, a log never meets a database that it is not of.
        for suffix in ["-wal", "-journal", "-shm", ""] where access(databasePath + suffix, F_OK) == 0 {
            guard rename(databasePath + suffix, target + suffix) == 0 else {
                throw Self.failure("cannot set aside the damaged \(databasePath)\(suffix)", .permissionDenied)
            }
        }
        return target
    }

    private static func failure(_ doing: String, _ code: StoreError.Code) -> StoreError {
        let number = errno
        return StoreError(code, "\(doing): \(String(cString: strerror(number)))", rawCode: number)
    }
}
