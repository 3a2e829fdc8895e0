import PlaybackCore

/// Every statement that changes the state, prepared once.
final class Statements {
    let insertZone: Statement
    let removeZone: Statement
    let zoneExists: Statement
    let renameZone: Statement
    let setCounters: Statement
    let setModes: Statement
    let setVolume: Statement
    let setRate: Statement
    let setReplayGain: Statement
    let savePlayhead: Statement
    let setTransport: Statement
    let saveOrder: Statement
    let insertItem: Statement
    let removeItem: Statement
    let removeItems: Statement
    let updateItem: Statement
    let placeOf: Statement
    let placeAfter: Statement
    let setPlace: Statement
    let renumber: Statement
    let saveRoom: Statement
    let removeRoom: Statement

    init(_ database: Database) throws(StoreError) {
        insertZone = try database.prepare("INSERT INTO zone VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removeZone = try database.prepare("DELETE FROM zone WHERE id = ?")
        zoneExists = try database.prepare("SELECT 1 FROM zone WHERE id = ?")
        renameZone = try database.prepare("UPDATE zone SET name = ?2 WHERE id = ?1")
        setCounters = try database.prepare("UPDATE zone SET version = ?2, next_item_id = ?3 WHERE id = ?1")
        setModes = try database.prepare(
            "UPDATE zone SET mode = ?2, consume = ?3, stop_after_current = ?4 WHERE id = ?1"
        )
        setVolume = try database.prepare("UPDATE zone SET volume = ?2 WHERE id = ?1")
        setRate = try database.prepare("UPDATE zone SET rate_permille = ?2 WHERE id = ?1")
        setReplayGain = try database.prepare("UPDATE zone SET replay_gain = ?2 WHERE id = ?1")
        savePlayhead = try database.prepare("INSERT OR REPLACE INTO playhead VALUES (?, ?, ?)")
        setTransport = try database.prepare("UPDATE playhead SET transport = ?2 WHERE zone = ?1")
        saveOrder = try database.prepare("INSERT OR REPLACE INTO play_order VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        insertItem = try database.prepare("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removeItem = try database.prepare("DELETE FROM item WHERE zone = ? AND id = ?")
        removeItems = try database.prepare("DELETE FROM item WHERE zone = ?")
        updateItem = try database.prepare(
            """
            UPDATE item SET uri = ?3, title = ?4, artist = ?5, album = ?6, duration_ns = ?7, duration_estimated = ?8,
            start_ns = ?9, autoplay = ?10, keep_position = ?11, resume_ns = ?12, cover = ?13 WHERE zone = ?1 AND id = ?2
            """
        )
        placeOf = try database.prepare("SELECT place FROM item WHERE zone = ? AND id = ?")
        placeAfter = try database.prepare("SELECT min(place) FROM item WHERE zone = ? AND place > ?")
        setPlace = try database.prepare("UPDATE item SET place = ?3 WHERE zone = ?1 AND id = ?2")
        renumber = try database.prepare(
            """
            UPDATE item SET place = ranked.rank * ?2
            FROM (SELECT id, row_number() OVER (ORDER BY place) AS rank FROM item WHERE zone = ?1) AS ranked
            WHERE item.zone = ?1 AND item.id = ranked.id
            """
        )
        saveRoom = try database.prepare("INSERT OR REPLACE INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removeRoom = try database.prepare("DELETE FROM room WHERE id = ?")
    }
}
