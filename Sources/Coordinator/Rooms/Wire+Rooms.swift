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

extension Wire.ListRoomsResponse {
    /// What a message holds, and room for its envelope.
    private static let mostBytes = 1_000_000

    /// With shorter words about each room where a house has so many rooms with so much to say that one answer cannot
    /// hold it.
    var fitting: Self {
        guard encoded().count > Self.mostBytes else { return self }
        var answer = self
        for index in answer.rooms.indices { answer.rooms[index].shorten() }
        return answer
    }
}

extension Wire.Room {
    /// What is needed to tell rooms apart stays.
    fileprivate mutating func shorten() {
        version = version.cut(toBytes: 32)
        if var device {
            device.name = device.name.cut(toBytes: 32)
            device.format = device.format.cut(toBytes: 32)
            device.error = device.error.cut(toBytes: 48)
            self.device = device
        }
        if var sync {
            sync.reason = sync.reason.cut(toBytes: 48)
            self.sync = sync
        }
    }

    /// A room knows of silence only, not whether the zone is paused or stopped.
    private static func state(of entry: RoomBook.Entry, _ zoneState: Wire.PlaybackState) -> Wire.PlaybackState {
        guard entry.isConnected else { return .stopped }
        return switch entry.state {
        case .unspecified: zoneState
        case .paused where zoneState == .stopped: .stopped
        default: entry.state
        }
    }

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
            state: Self.state(of: entry, zoneState),
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
            pauseOnUnplug: entry.settings.pauseOnUnplug,
            doubleAddress: entry.rival?.address ?? ""
        )
    }
}
