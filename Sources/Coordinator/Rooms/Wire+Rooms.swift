import AudioCore
import PlaybackCore
import WireFormat

extension Wire.RoomSettings {
    init(_ entry: RoomBook.Entry) {
        self.init(
            roomId: entry.id,
            revision: entry.settingsRevision,
            effectiveTimeNs: entry.effectiveTime.nanoseconds,
            volumePercent: UInt32(clamping: entry.settings.volume),
            muted: entry.settings.muted,
            delayNs: entry.settings.delay.nanoseconds,
            name: entry.settings.name
        )
    }
}

extension Wire.Room {
    /// - Parameter zoneState: what the room's zone does; shown until the room tells what it does.
    init(_ entry: RoomBook.Entry, zoneState: Wire.PlaybackState) {
        var sync = entry.sync
        if !entry.isConnected {
            sync = Wire.SyncReport(state: .offline, reason: "no connection")
        }
        self.init(
            id: entry.id,
            name: entry.settings.name,
            connected: entry.isConnected,
            state: entry.isConnected ? (entry.state == .unspecified ? zoneState : entry.state) : .stopped,
            volumePercent: UInt32(clamping: entry.settings.volume),
            muted: entry.settings.muted,
            delayNs: entry.settings.delay.nanoseconds,
            device: entry.device,
            sync: sync,
            zone: entry.zone,
            version: entry.version,
            address: entry.address
        )
    }
}
