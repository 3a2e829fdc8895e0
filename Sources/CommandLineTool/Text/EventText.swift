package import WireFormat

/// An event, for people.
package enum EventText {
    /// nil where there is nothing to say.
    /// - Parameter withTenths: of a second, in the progress.
    package static func line(_ event: Wire.Event, withTenths: Bool = false) -> String? {
        switch event.kind {
        case .unspecified, .heartbeat: nil
        case .progress: event.nowPlaying.flatMap { progress($0, withTenths: withTenths) }
        case .nowPlaying: event.nowPlaying.map(NowText.plainLine)
        case .buffering: event.nowPlaying.map(buffering)
        case .volumeChanged: event.nowPlaying.map { "volume: \($0.volumePercent)" }
        case .queueChanged: "queue: \(Wording.count(Int(event.queueLength), "track"))"
        case .roomChanged: event.room.map { "room \(RoomsText.line($0))" }
        case .itemFailed: event.item.map { "failed: \(TrackName.full(of: $0)): \(oneLine($0.error))" }
        case .itemFinished: event.item.map { "finished: \(TrackName.full(of: $0))" }
        case .lyricLine: event.lyricCurrent.map { "lyrics: \(LyricsText.line($0))" }
        case .zonesChanged: "zones changed"
        case .itemStarted: event.item.map { "started: \(TrackName.full(of: $0))" }
        }
    }

    /// `progress: 1:02.3 / 3:45`; nil where nothing is current.
    private static func progress(_ now: Wire.NowPlaying, withTenths: Bool) -> String? {
        guard let item = now.item else { return nil }
        let tenths = withTenths ? ".\(max(0, now.positionMs) / 100 % 10)" : ""
        let duration = Wording.duration(of: item)
        let time = Wording.position(of: now) + tenths
        return "progress: \(time)" + (duration.isEmpty ? "" : " / \(duration)")
    }

    private static func buffering(_ now: Wire.NowPlaying) -> String {
        let ahead = now.aheadMs < 0 ? "" : ", \(Wording.short(Double(now.aheadMs) / 1_000)) s ahead"
        return "buffering: \(now.bufferingPercent) %\(ahead)"
    }
}
