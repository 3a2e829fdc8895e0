import AudioCore
import PlaybackCore
import WireFormat

extension Wire.PlaybackState {
    init(_ state: TransportState) {
        self =
            switch state {
            case .stopped: .stopped
            case .playing: .playing
            case .paused: .paused
            }
    }
}

extension Wire.PlayMode {
    init(_ mode: PlaybackCore.PlayMode) {
        self =
            switch mode {
            case .off: .off
            case .loop: .loop
            case .shuffle: .shuffle
            case .one: .one
            }
    }

    var value: PlaybackCore.PlayMode? {
        switch self {
        case .unspecified: nil
        case .off: .off
        case .loop: .loop
        case .shuffle: .shuffle
        case .one: .one
        }
    }
}

extension Wire.Item {
    init(_ item: QueueItem, index: Int) {
        let (status, error): (Wire.ItemStatus, String) =
            switch item.status {
            case .unknown: (.unknown, "")
            case .loading: (.loading, "")
            case .ready: (.ready, "")
            case .failed(let reason): (.failed, reason)
            }
        self.init(
            id: item.id.rawValue,
            index: UInt32(clamping: index),
            uri: TrackURI.isElsewhere(item.uri) ? ErrorText.withoutUsers(item.uri) : item.uri,
            title: item.title ?? "",
            artist: item.artist ?? "",
            album: item.album ?? "",
            durationMs: item.duration?.milliseconds ?? 0,
            durationEstimated: item.durationEstimated,
            status: status,
            error: error,
            startPositionMs: item.start.milliseconds,
            noAutoplay: !item.autoplay,
            keepPosition: item.keepPosition,
            hasCover: item.hasCover || item.cover != nil
        )
    }
}
