package import AudioCore

/// What is known of the music.
extension MPEGDecoder {
    /// The stream's format, and what was read of its tags.
    package var info: TrackInfo {
        var info = TrackInfo(sampleRate: nativeRate, channels: channels)
        info = info.with(length)
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

extension TrackInfo {
    func with(_ length: StreamLength) -> Self {
        var info = self
        switch length {
        case .exact(let frames): (info.length, info.lengthIsEstimate) = (frames, false)
        case .estimate(let frames): (info.length, info.lengthIsEstimate) = (frames, true)
        case .unknown: (info.length, info.lengthIsEstimate) = (nil, false)
        }
        return info
    }
}
