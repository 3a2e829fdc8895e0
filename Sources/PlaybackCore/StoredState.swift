package import AudioCore

/// One change of a zone that has to be stored. Edits are applied in order; those of one call belong in one
/// transaction.
package enum ZoneEdit: Hashable, Sendable {
    /// New items, in order, right after the item `after` (nil: at the beginning).
    case inserted([QueueItem], after: ItemID?)
    case removed([ItemID])
    case moved(ItemID, after: ItemID?)
    /// Every item of the list is gone.
    case cleared
    /// What is known of an item has changed.
    case updated(QueueItem)
    case counters(version: UInt64, nextItemID: UInt64)
    case modes(PlayModes)
    case order(PlayOrder)
    /// The state of transport, and where in the current item playback is (nil: where it was stored last). See also
    /// `QueueStore.savePosition`.
    case transport(TransportState, position: Interval?)
    /// The zone's volume in percent.
    case volume(Int)
    /// The zone's speed in thousandths: 1000 is as recorded.
    case rate(Int)
    case replayGain(ReplayGainMode)
    case renamed(String)
}

/// What a store keeps of one zone.
package struct StoredZone: Hashable, Sendable {
    /// The zone that is always there.
    package static let defaultID = "default"
    /// What `version` and the ids are counted to at most: a state that somebody else has written to must not bring a
    /// counter to its end.
    package static let maximumCount: UInt64 = 1 << 62
    /// For lengths and places, in tracks' time: longer than any music.
    package static let maximumTime = Interval.seconds(10 * 365 * 86_400)

    package var id: String
    package var name: String
    package var items: [QueueItem]
    package var version: UInt64
    package var nextItemID: UInt64
    package var modes: PlayModes
    package var order: PlayOrder
    package var transport: TransportState
    /// Where in the current item playback was, at most a few seconds old.
    package var position: Interval
    /// 0 to 100.
    package var volume: Int
    /// The speed in thousandths: `rateRange`, 1000 is as recorded.
    package var ratePermille: Int
    package var replayGain: ReplayGainMode

    package static let rateRange = PlaybackRate.permille

    /// An empty zone.
    package init(id: String = StoredZone.defaultID, name: String = StoredZone.defaultID, seed: UInt64) {
        self.id = id
        self.name = name
        items = []
        version = 0
        nextItemID = 1
        modes = PlayModes()
        order = PlayOrder(random: SplitMix64(seed: seed))
        transport = .stopped
        position = .zero
        volume = 100
        ratePermille = 1_000
        replayGain = .off
    }
}

/// What a store keeps of one room.
package struct StoredRoom: Hashable, Sendable {
    package var id: String
    package var settings: RoomSettings
    /// The zone it plays.
    package var zone: String
    /// What its node called it last; empty: not known.
    package var nodeName: String

    package init(
        id: String,
        settings: RoomSettings,
        zone: String = StoredZone.defaultID,
        nodeName: String = ""
    ) {
        self.id = id
        self.settings = settings
        self.zone = zone
        self.nodeName = nodeName
    }
}

/// All that a store keeps.
package struct StoredState: Hashable, Sendable {
    package var zones: [StoredZone]
    package var rooms: [StoredRoom]

    package init(zones: [StoredZone] = [], rooms: [StoredRoom] = []) {
        self.zones = zones
        self.rooms = rooms
    }
}
