import PlaybackCore

@testable import SQLiteStore

extension SQLiteStore {
    /// What it holds now.
    func load() throws -> StoredState { try Self.load(database) }
}
