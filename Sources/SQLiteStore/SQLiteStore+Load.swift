import AudioCore
import PlaybackCore

extension SQLiteStore {
    /// Reads everything. Values beyond their limits are brought inside them rather than refused.
    static func load(_ database: Database) throws(StoreError) -> StoredState {
        let doing = "read the stored state"
        var state = StoredState(rooms: try rooms(in: database, doing))
        let query = try database.prepare(
            """
            SELECT zone.id, name, version, next_item_id, mode, consume, stop_after_current, volume,
            current, past, shuffles, queued, forward, remaining, random, transport, position_ns,
            rate_permille, replay_gain
            FROM zone LEFT JOIN play_order ON play_order.zone = zone.id LEFT JOIN playhead ON playhead.zone = zone.id
            ORDER BY zone.id
            """
        )
        while try query.step(doing) {
            var zone = zone(from: query)
            zone.items = try items(of: zone.id, in: database, doing)
            state.zones.append(zone)
        }
        return state
    }

    /// - Parameter query: at a row of `load`'s.
    private static func zone(from query: Statement) -> StoredZone {
        var zone = StoredZone(id: query.text(0), name: query.text(1), seed: query.unsigned(14))
        zone.version = count(query, 2)
        zone.nextItemID = count(query, 3)
        zone.modes = PlayModes(
            mode: PlayMode(rawValue: query.text(4)) ?? .off,
            consume: query.flag(5),
            stopAfterCurrent: query.flag(6)
        )
        zone.volume = Int(min(max(query.integer(7), 0), 100))
        zone.order.current = query.optionalInteger(8).map { ItemID(UInt64(bitPattern: $0)) }
        zone.order.past = ItemIDList.ids(query.blob(9))
        if query.flag(10) {
            zone.order.round = ShuffleRound(
                queued: ItemIDList.ids(query.blob(11)),
                forward: ItemIDList.ids(query.blob(12)),
                remaining: ItemIDList.ids(query.blob(13))
            )
        }
        zone.transport = TransportState(rawValue: query.text(15)) ?? .stopped
        zone.position = time(query, 16) ?? .zero
        let rates = StoredZone.rateRange
        zone.ratePermille = Int(
            min(max(query.integer(17), Int64(rates.lowerBound)), Int64(rates.upperBound))
        )
        zone.replayGain = ReplayGainMode(rawValue: query.text(18)) ?? .off
        return zone
    }

    private static func count(_ query: Statement, _ column: Int32) -> UInt64 {
        min(query.unsigned(column), StoredZone.maximumCount)
    }

    /// A place in a track, or its length; nil where there is none.
    private static func time(_ query: Statement, _ column: Int32) -> Interval? {
        query.optionalInteger(column).map { Interval(nanoseconds: min(max($0, 0), StoredZone.maximumTime.nanoseconds)) }
    }

    private static func items(
        of zone: String,
        in database: Database,
        _ doing: String
    ) throws(StoreError) -> [QueueItem] {
        let query = try database.prepare(
            """
            SELECT id, uri, title, artist, album, duration_ns, duration_estimated, start_ns, autoplay,
            keep_position, resume_ns, cover
            FROM item WHERE zone = ? ORDER BY place
            """
        )
        try query.bind([.text(zone)])
        var items: [QueueItem] = []
        while try query.step(doing) {
            items.append(
                QueueItem(
                    id: ItemID(query.unsigned(0)),
                    uri: query.text(1),
                    title: query.optionalText(2),
                    artist: query.optionalText(3),
                    album: query.optionalText(4),
                    duration: time(query, 5),
                    durationEstimated: query.flag(6),
                    startPosition: time(query, 7),
                    autoplay: query.flag(8),
                    keepPosition: query.flag(9),
                    resumePosition: time(query, 10),
                    cover: query.optionalText(11)
                )
            )
        }
        return items
    }

    private static func rooms(in database: Database, _ doing: String) throws(StoreError) -> [StoredRoom] {
        let query = try database.prepare(
            """
            SELECT id, name, volume, muted, delay_ns, zone, balance, channels, ceiling, pause_on_unplug,
                node_name
            FROM room ORDER BY id
            """
        )
        var rooms: [StoredRoom] = []
        while try query.step(doing) {
            let delay = Interval(nanoseconds: query.integer(4))
            let settings = RoomSettings(
                name: query.text(1),
                volume: Int(min(max(query.integer(2), 0), 100)),
                muted: query.flag(3),
                delay: min(max(delay, -RoomSettings.maximumDelay), RoomSettings.maximumDelay),
                balance: Int(min(max(query.integer(6), -100), 100)),
                channels: ChannelMode(rawValue: query.text(7)) ?? .stereo,
                ceiling: Int(min(max(query.integer(8), 0), 100)),
                pauseOnUnplug: query.flag(9)
            )
            let zone = query.text(5)
            rooms.append(StoredRoom(id: query.text(0), settings: settings, zone: zone, nodeName: query.text(10)))
        }
        return rooms
    }
}
