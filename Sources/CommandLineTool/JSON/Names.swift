package import WireFormat

// How enums of the protocol are spelled in JSON, in the text for people, and on the command line.

extension Wire.PlaybackState {
    package var spelling: String {
        switch self {
        case .unspecified, .stopped: "stopped"
        case .playing: "playing"
        case .paused: "paused"
        case .buffering: "buffering"
        }
    }
}

extension Wire.PlayMode {
    package var spelling: String {
        switch self {
        case .unspecified, .off: "off"
        case .loop: "loop"
        case .shuffle: "shuffle"
        case .one: "one"
        }
    }

    /// What a user can choose.
    static let choices: [Self] = [.off, .loop, .shuffle, .one]
}

extension Wire.ChannelMode {
    package var spelling: String {
        switch self {
        case .unspecified, .stereo: "stereo"
        case .mono: "mono"
        case .left: "left"
        case .right: "right"
        case .swapped: "swapped"
        }
    }

    /// What a user can choose.
    static let choices: [Self] = [.stereo, .mono, .left, .right, .swapped]
}

extension Wire.ReplayGainMode {
    package var spelling: String {
        switch self {
        case .unspecified, .off: "off"
        case .track: "track"
        case .album: "album"
        }
    }
}

extension Wire.ItemStatus {
    package var spelling: String {
        switch self {
        case .unspecified, .unknown: "unknown"
        case .loading: "loading"
        case .ready: "ready"
        case .failed: "failed"
        }
    }
}

extension Wire.SyncState {
    package var spelling: String {
        switch self {
        case .unspecified: "unknown"
        case .inSync: "in_sync"
        case .syncing: "syncing"
        case .noDevice: "no_device"
        case .late: "late"
        case .offline: "offline"
        }
    }
}

extension Wire.EventKind {
    package var spelling: String {
        switch self {
        case .unspecified: "unknown"
        case .nowPlaying: "now_playing"
        case .progress: "progress"
        case .queueChanged: "queue_changed"
        case .roomChanged: "room_changed"
        case .itemFailed: "item_failed"
        case .itemFinished: "item_finished"
        case .itemStarted: "item_started"
        case .heartbeat: "heartbeat"
        case .buffering: "buffering"
        case .volumeChanged: "volume_changed"
        case .lyricLine: "lyric_line"
        case .zonesChanged: "zones_changed"
        }
    }
}
