package import WireFormat

/// All that is known of a track, for people.
package enum TrackText {
    /// A line for each fact; none for a track of which nothing is known.
    package static func lines(_ track: Wire.TrackDetails, palette: Palette) -> [String] {
        var facts = [(name: String, value: String)]()
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { facts.append((name, oneLine(value))) }
        }
        add("title", track.title)
        add("artist", track.artist)
        add("album", track.album)
        add("album artist", track.albumArtist == track.artist ? "" : track.albumArtist)
        add("track", track.trackNumber)
        add("disc", track.discNumber)
        add("date", track.date)
        add("genre", track.genre)
        add("comment", track.comment)
        add("duration", duration(track))
        add("audio", audio(track))
        add("replaygain", replayGain(track))
        for picture in track.pictures { add("picture", self.picture(picture)) }
        add("lyrics", lyrics(track))
        add("tags", track.tags.joined(separator: ", "))
        guard !facts.isEmpty else { return [] }
        let width = facts.map(\.name.count).max() ?? 0
        return [palette(.bold, oneLine(track.uri))]
            + facts.map { name, value in
                "  " + palette(.faint, name + String(repeating: " ", count: width - name.count)) + "  " + value
            }
    }

    private static func duration(_ track: Wire.TrackDetails) -> String {
        if track.isLive { return "live, without an end" }
        guard track.durationMs > 0 else { return "" }
        return (track.durationEstimated ? "~" : "") + Wording.time(milliseconds: track.durationMs)
            + (track.durationEstimated ? " (estimated)" : "")
    }

    private static func audio(_ track: Wire.TrackDetails) -> String {
        var parts = [String]()
        if !track.format.isEmpty { parts.append(track.format) }
        if track.sampleRateHz > 0 { parts.append("\(track.sampleRateHz) Hz") }
        if track.channels > 0 { parts.append(track.channels == 1 ? "mono" : "stereo") }
        if track.bitrateBps > 0 { parts.append("\(track.bitrateBps / 1_000) kbit/s") }
        return parts.joined(separator: ", ")
    }

    private static func replayGain(_ track: Wire.TrackDetails) -> String {
        var parts = [String]()
        if track.hasTrackGain {
            parts.append("track \(decibels(track.trackGainMillibel))\(peak(track.trackPeakMillionths))")
        }
        if track.hasAlbumGain {
            parts.append("album \(decibels(track.albumGainMillibel))\(peak(track.albumPeakMillionths))")
        }
        return parts.joined(separator: ", ")
    }

    private static func decibels(_ millibel: Int32) -> String {
        (millibel > 0 ? "+" : "") + Wording.fixed(Double(millibel) / 100, decimals: 2) + " dB"
    }

    private static func peak(_ millionths: UInt32) -> String {
        millionths == 0 ? "" : " (peak \(Wording.fixed(Double(millionths) / 1_000_000, decimals: 2)))"
    }

    private static func picture(_ picture: Wire.Picture) -> String {
        let size =
            picture.sizeBytes < 10_240 ? "\(picture.sizeBytes) bytes" : "\((picture.sizeBytes + 512) / 1_024) KiB"
        let text = picture.description.isEmpty ? "" : " (\(picture.description))"
        return "\(picture.kind), \(picture.mimeType), \(size)\(text)"
    }

    private static func lyrics(_ track: Wire.TrackDetails) -> String {
        guard track.lyricLines > 0 else { return "" }
        return Wording.count(Int(track.lyricLines), "line") + (track.lyricsSynchronized ? ", with times" : "")
    }
}
