import PlaybackCore

/// The tables, by version. A file has its version in `user_version`; each migration goes up by one. Migrations are
/// never edited once released: add another.
enum Schema {
    /// Written in the file's header, so that a database of another program is not taken for ours: "TUTT".
    static let applicationID: Int64 = 0x5455_5454

    static let version = Int64(migrations.count)

    static let migrations = [first, resumePositionsRateAndGain, roomSound, playlistCovers, noSettings, nodeNames]

    /// Places order the items of a zone; they have gaps, so that inserting seldom renumbers. Lists of item ids are 8
    /// bytes each, little-endian.
    private static let first = """
        CREATE TABLE zone (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            next_item_id INTEGER NOT NULL,
            mode TEXT NOT NULL,
            consume INTEGER NOT NULL,
            stop_after_current INTEGER NOT NULL,
            volume INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE item (
            zone TEXT NOT NULL REFERENCES zone(id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            uri TEXT NOT NULL,
            title TEXT,
            artist TEXT,
            album TEXT,
            duration_ns INTEGER,
            duration_estimated INTEGER NOT NULL,
            start_ns INTEGER,
            autoplay INTEGER NOT NULL,
            PRIMARY KEY (zone, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX item_place ON item (zone, place);
        CREATE TABLE play_order (
            zone TEXT PRIMARY KEY REFERENCES zone(id) ON DELETE CASCADE,
            current INTEGER,
            past BLOB NOT NULL,
            shuffles INTEGER NOT NULL,
            queued BLOB NOT NULL,
            forward BLOB NOT NULL,
            remaining BLOB NOT NULL,
            random INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE playhead (
            zone TEXT PRIMARY KEY REFERENCES zone(id) ON DELETE CASCADE,
            transport TEXT NOT NULL,
            position_ns INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE room (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            volume INTEGER NOT NULL,
            muted INTEGER NOT NULL,
            delay_ns INTEGER NOT NULL,
            zone TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let resumePositionsRateAndGain = """
        ALTER TABLE item ADD COLUMN keep_position INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE item ADD COLUMN resume_ns INTEGER;
        ALTER TABLE zone ADD COLUMN rate_permille INTEGER NOT NULL DEFAULT 1000;
        ALTER TABLE zone ADD COLUMN replay_gain TEXT NOT NULL DEFAULT 'off';
        """

    private static let roomSound = """
        ALTER TABLE room ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN channels TEXT NOT NULL DEFAULT 'stereo';
        ALTER TABLE room ADD COLUMN ceiling INTEGER NOT NULL DEFAULT 100;
        ALTER TABLE room ADD COLUMN pause_on_unplug INTEGER NOT NULL DEFAULT 0;
        """

    private static let playlistCovers = """
        ALTER TABLE item ADD COLUMN cover TEXT;
        """

    /// Nothing was ever kept in it.
    private static let noSettings = "DROP TABLE setting;"

    private static let nodeNames = "ALTER TABLE room ADD COLUMN node_name TEXT NOT NULL DEFAULT '';"

    /// Sets the connection up, checks the file, and brings an empty or older one to the present version.
    /// - Throws: `damaged` for a file that is no sound database of ours; `newerVersion`.
    static func prepare(_ database: Database) throws(StoreError) {
        let doing = "read the stored state"
        let version = try database.integer("PRAGMA user_version", doing: doing)
        let applicationID = try database.integer("PRAGMA application_id", doing: doing)
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema", doing: doing)
        guard applicationID == Self.applicationID || (applicationID == 0 && version == 0 && tables == 0) else {
            throw StoreError(.damaged, "\(database.path) is a database of another program")
        }
        guard version <= Self.version else {
            throw StoreError(
                .newerVersion,
                "cannot use \(database.path): a newer version of Tutti wrote it (format \(version), this one knows "
                    + "\(Self.version))",
                remedy: "use that version, or another state folder"
            )
        }
        try check(database)
        try database.execute("PRAGMA journal_mode = WAL", doing: doing)
        try database.execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", doing: doing)
        for step in max(0, version)..<Self.version {
            try database.transaction("bring the stored state to format \(step + 1)") { () throws(StoreError) in
                let doing = "bring the stored state to format \(step + 1)"
                try database.execute(migrations[Int(step)], doing: doing)
                try database.execute("PRAGMA application_id = \(Self.applicationID)", doing: doing)
                try database.execute("PRAGMA user_version = \(step + 1)", doing: doing)
            }
        }
    }

    /// Reads the whole file once; milliseconds for a household's. With the indexes: one that names what is not there
    /// would be found out only when the state is read.
    private static func check(_ database: Database) throws(StoreError) {
        let statement = try database.prepare("PRAGMA integrity_check(1)")
        guard try statement.step("check the stored state"), statement.text(0) == "ok" else {
            let finding = statement.isNull(0) ? "the check found nothing to read" : statement.text(0)
            throw StoreError(.damaged, "\(database.path) is damaged: \(finding)")
        }
    }
}
