package import WireFormat

// The JSON of what plays and of the queue. The names are a contract with scripts (Documentation/cli.md): members are
// only ever added.

extension Wire.NowPlaying {
    /// What `now` prints.
    package var json: JSONValue {
        [
            "state": .string(state.spelling),
            "item": item?.shortJSON ?? .null,
            "position_ms": .integer(positionMs),
            "index": item.map { .unsigned(UInt64($0.index)) } ?? .null,
            "queue_length": .unsigned(UInt64(queueLength)),
            "mode": .string(mode.spelling),
            "buffering": [
                "percent": .unsigned(UInt64(bufferingPercent)),
                "ahead_s": aheadMs < 0 ? .null : .number(Double(aheadMs) / 1_000),
            ],
            "rate": .number(Double(ratePermille) / 1_000),
            "consume": .boolean(consume),
            "stop_after_current": .boolean(stopAfterCurrent),
            "error": .string(error),
            "volume": .unsigned(UInt64(volumePercent)),
            "replay_gain": .string(replayGain.spelling),
            "stream_title": .string(streamTitle),
            "pause_reason": .string(pauseReason),
            "zone": .string(zone),
            "position_estimated": .boolean(positionEstimated),
        ]
    }
}

extension Wire.TransportResponse {
    /// What the transport commands print: the object of `now`, and when it takes effect.
    package var json: JSONValue {
        (nowPlaying ?? Wire.NowPlaying()).json.adding("effective_time_ns", .integer(effectiveTimeNs))
    }
}

extension Wire.Item {
    /// As part of `now`.
    var shortJSON: JSONValue {
        [
            "id": .unsigned(id),
            "title": .string(title),
            "artist": .string(artist),
            "album": .string(album),
            "uri": .string(uri),
            "duration_ms": .integer(durationMs),
            "duration_estimated": .boolean(durationEstimated),
        ]
    }

    /// As part of `queue`.
    package var json: JSONValue {
        [
            "id": .unsigned(id),
            "index": .unsigned(UInt64(index)),
            "title": .string(title),
            "artist": .string(artist),
            "album": .string(album),
            "uri": .string(uri),
            "duration_ms": .integer(durationMs),
            "duration_estimated": .boolean(durationEstimated),
            "status": .string(status.spelling),
            "error": .string(error),
            "start_position_ms": .integer(startPositionMs),
            "autoplay": .boolean(!noAutoplay),
            "keep_position": .boolean(keepPosition),
            "is_live": .boolean(isLive),
            "has_cover": .boolean(hasCover),
            "has_lyrics": .boolean(hasLyrics),
        ]
    }
}

extension Wire.ListResponse {
    /// What `queue` prints. `current` is the current item's id.
    package var json: JSONValue {
        [
            "items": .array(items.map(\.json)),
            "current": hasCurrent ? .unsigned(currentId) : .null,
            "current_index": hasCurrent ? .unsigned(UInt64(currentIndex)) : .null,
            "version": .unsigned(version),
        ]
    }
}

extension Wire.QueueResponse {
    /// What `remove`, `move` and `clear` print.
    package var json: JSONValue {
        ["queue_length": .unsigned(UInt64(queueLength)), "version": .unsigned(version)]
    }
}

extension Wire.AddResponse {
    /// What `add` prints.
    package var json: JSONValue {
        [
            "ids": .array(ids.map { .unsigned($0) }),
            "version": .unsigned(version),
            "warnings": .array(warnings.map { .string($0) }),
        ]
    }
}
