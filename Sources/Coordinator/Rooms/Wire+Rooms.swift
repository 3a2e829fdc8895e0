import AudioCore
import PlaybackCore
import WireFormat

extension Wire.RoomSettings {
    /// - Parameters:
    ///   - zoneVolume: of the room's zone, in percent.
    ///   - audioPort: of the room's zone.
    init(_ entry: RoomBook.Entry, zoneVolume: Int, audioPort: UInt16) {
        self.init(
            roomId: entry.id,
            revision: entry.settingsRevision,
            effectiveTimeNs: entry.effectiveTime.nanoseconds,
            volumePercent: UInt32(clamping: entry.settings.volume),
            muted: entry.settings.muted,
            delayNs: entry.settings.delay.nanoseconds,
            name: entry.settings.name,
            balance: Int32(clamping: entry.settings.balance),
            channels: Wire.ChannelMode(entry.settings.channels),
            ceilingPercent: UInt32(clamping: entry.settings.ceiling),
            pauseOnUnplug: entry.settings.pauseOnUnplug,
            zoneVolumePercent: UInt32(clamping: zoneVolume),
            hasSoundSettings: true,
            audioPort: UInt32(audioPort)
        )
    }
}

extension Wire.ChannelMode {
    init(_ mode: PlaybackCore.ChannelMode) {
        self =
            switch mode {
            case .stereo: .stereo
            case .mono: .mono
            case .left: .left
            case .right: .right
            case .swapped: .swapped
            }
    }

    var value: PlaybackCore.ChannelMode? {
        switch self {
        case .unspecified: nil
        case .stereo: .stereo
        case .mono: .mono
        case .left: .left
        case .right: .right
        case .swapped: .swapped
        }
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
            address: entry.address,
            balance: Int32(clamping: entry.settings.balance),
            channels: Wire.ChannelMode(entry.settings.channels),
            ceilingPercent: UInt32(clamping: entry.settings.ceiling),
            pauseOnUnplug: entry.settings.pauseOnUnplug
        )
    }
}
