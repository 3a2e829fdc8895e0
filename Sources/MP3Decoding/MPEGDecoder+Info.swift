package import AudioCore

/// What is known of the music.
extension MPEGDecoder {
    /// The stream's format, and what was read of its tags.
    package var info: TrackInfo {
        var info = TrackInfo(sampleRate: nativeRate, channels: channels)
        switch length {
        case .exact(let frames): info.length = frames
        case .estimate(let frames):
            info.length = frames
            info.lengthIsEstimate = true
        case .unknown: break
        }
        info.isLive = stream?.isLive ?? false
        // Until its tags or its titles say more.
        if let name = stream?.stationName, !name.isEmpty { info.title = name }
        return info.with(described(description ?? TrackDescription()))
    }

    /// With how the music is coded.
    package func described(_ description: TrackDescription) -> TrackDescription {
        var description = description
        (description.format, description.bitrate) = format
        return description
    }
}
