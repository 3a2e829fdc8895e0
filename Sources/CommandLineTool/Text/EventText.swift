package import WireFormat

/// An event, for people.
package enum EventText {
    /// nil for those that only tell the passing of time.
    package static func line(_ event: Wire.Event) -> String? {
        switch event.kind {
        case .unspecified, .heartbeat, .progress: nil
        case .nowPlaying, .buffering, .volumeChanged: event.nowPlaying.map(NowText.plainLine)
        case .queueChanged: "queue: \(Wording.count(Int(event.queueLength), "track"))"
        case .roomChanged: event.room.map { "room \(RoomsText.line($0))" }
        case .itemFailed: event.item.map { "failed: \(TrackName.full(of: $0)): \(oneLine($0.error))" }
        case .itemFinished: event.item.map { "finished: \(TrackName.full(of: $0))" }
        case .lyricLine: event.lyricCurrent.map { oneLine($0.text) }
        case .zonesChanged: "zones changed"
        case .itemStarted: event.item.map { "started: \(TrackName.full(of: $0))" }
        }
    }
}
