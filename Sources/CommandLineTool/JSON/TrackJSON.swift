package import WireFormat

extension Wire.TrackDetails {
    /// One track of what `info` prints.
    package var json: JSONValue {
        let gain = { (isTold: Bool, millibel: Int32) -> JSONValue in
            isTold ? .number(Double(millibel) / 100) : .null
        }
        let peak = { (millionths: UInt32) -> JSONValue in
            millionths == 0 ? .null : .number(Double(millionths) / 1_000_000)
        }
        return [
            "uri": .string(uri),
            "title": .string(title),
            "artist": .string(artist),
            "album": .string(album),
            "album_artist": .string(albumArtist),
            "genre": .string(genre),
            "date": .string(date),
            "comment": .string(comment),
            "track_number": .string(trackNumber),
            "disc_number": .string(discNumber),
            "duration_ms": .integer(durationMs),
            "duration_estimated": .boolean(durationEstimated),
            "live": .boolean(isLive),
            "sample_rate_hz": .unsigned(UInt64(sampleRateHz)),
            "channels": .unsigned(UInt64(channels)),
            "bitrate_bps": .unsigned(UInt64(bitrateBps)),
            "format": .string(format),
            "replaygain": [
                "track_gain_db": gain(hasTrackGain, trackGainMillibel),
                "track_peak": peak(trackPeakMillionths),
                "album_gain_db": gain(hasAlbumGain, albumGainMillibel),
                "album_peak": peak(albumPeakMillionths),
            ],
            "pictures": .array(pictures.map(\.json)),
            "lyric_lines": .unsigned(UInt64(lyricLines)),
            "lyrics_synchronized": .boolean(lyricsSynchronized),
            "tags": .array(tags.map { .string($0) }),
            "error": .string(error),
        ]
    }
}

extension Wire.Picture {
    var json: JSONValue {
        [
            "mime_type": .string(mimeType), "kind": .string(kind), "size_bytes": .unsigned(UInt64(sizeBytes)),
            "description": .string(description),
        ]
    }
}
