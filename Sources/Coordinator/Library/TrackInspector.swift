package import AudioCore
private import LyricsCore
package import RPC
package import WireFormat

/// Finds out all there is to know of tracks, in the queue or not, on an executor of its own because disks and networks
/// block.
package actor TrackInspector {
    private let executor: ThreadExecutor
    private let opener: any TrackOpening
    private let describing: any TrackDescribing
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, opener: any TrackOpening, describing: any TrackDescribing) {
        self.executor = executor
        self.opener = opener
        self.describing = describing
    }

    /// Of a file that cannot be played there is the reason, and what its tags say all the same. Cancelling ends the
    /// wait for a server, and so does the limit.
    package nonisolated func inspect(
        _ uri: String,
        within limit: Duration? = nil,
        sleep: @escaping Sleep = monotonicSleep
    ) async -> Wire.TrackDetails {
        await Patience.whileWanted(within: limit, sleep: sleep) { patience in
            var details = await self.look(at: uri, patience)
            if patience.hasRunOut, details.format.isEmpty {
                details.error = "cannot look at \(uri): its server is too slow to tell what it has; try again later"
            }
            return details
        }
    }

    private func look(at uri: String, _ patience: Patience) -> Wire.TrackDetails {
        var details = Wire.TrackDetails(uri: uri)
        if patience.isCancelled { return details }
        do throws(AudioError) {
            let info = try opener.open(uri: uri, monitor: patience).info
            details.take(info)
            if let description = info.description {
                details.take(description)
            } else {
                details.take(try describing.describe(uri: uri))
            }
        } catch {
            details.error = error.message
            if let description = try? describing.describe(uri: uri) { details.take(description) }
        }
        return details
    }
}

extension Wire.TrackDetails {
    mutating func take(_ info: TrackInfo) {
        title = info.title ?? ""
        artist = info.artist ?? ""
        album = info.album ?? ""
        durationMs = info.duration?.milliseconds ?? 0
        durationEstimated = info.lengthIsEstimate
        sampleRateHz = UInt32(clamping: info.sampleRate.hertz)
        channels = UInt32(clamping: info.channels)
        isLive = info.isLive
    }

    mutating func take(_ description: TrackDescription) {
        title = description.title ?? title
        artist = description.artist ?? artist
        album = description.album ?? album
        albumArtist = description.albumArtist ?? ""
        genre = description.genre ?? ""
        date = description.date ?? ""
        comment = description.comment ?? ""
        trackNumber = description.trackNumber ?? ""
        discNumber = description.discNumber ?? ""
        if !description.format.isEmpty { format = description.format }
        bitrateBps = description.bitrate.map { UInt32(clamping: $0) } ?? bitrateBps
        pictures = description.pictures.map {
            Wire.Picture(
                mimeType: $0.mimeType,
                kind: $0.kind,
                sizeBytes: UInt32(clamping: $0.size),
                description: $0.text
            )
        }
        tags = description.tags
        take(description.replayGain)
        take(description.lyrics)
    }

    private mutating func take(_ gain: ReplayGain) {
        hasTrackGain = gain.trackGain != nil
        trackGainMillibel = gain.trackGain.map { Int32(($0 * 100).rounded()) } ?? 0
        hasAlbumGain = gain.albumGain != nil
        albumGainMillibel = gain.albumGain.map { Int32(($0 * 100).rounded()) } ?? 0
        trackPeakMillionths = gain.trackPeak.map { UInt32(($0 * 1_000_000).rounded()) } ?? 0
        albumPeakMillionths = gain.albumPeak.map { UInt32(($0 * 1_000_000).rounded()) } ?? 0
    }

    /// Lines as LyricsCore counts them: with text, or with a time.
    private mutating func take(_ lyrics: LyricsText?) {
        guard let lyrics = lyrics.flatMap({ Lyrics($0) }) else { return }
        lyricLines = UInt32(clamping: lyrics.lines.count)
        lyricsSynchronized = lyrics.isSynchronized
    }
}
