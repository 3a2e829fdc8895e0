package import AudioCore
package import PlaybackCore

/// What the pipeline needs to know of an item to read it.
package struct TrackReference: Hashable, Sendable {
    package var item: ItemID
    package var uri: String
    /// Where in the track reading begins.
    package var start: Interval

    package init(item: ItemID, uri: String, start: Interval = .zero) {
        self.item = item
        self.uri = uri
        self.start = start
    }
}

/// Says that from `position` of `generation` on, `item` is heard, beginning with its frame at `trackTime`. Positions
/// count at the decoder's output, as spans do.
package struct TrackMark: Hashable, Sendable {
    package var generation: Generation
    package var position: FrameCount
    package var item: ItemID
    package var trackTime: Interval
    /// Thousandths of the recorded speed.
    package var ratePermille: Int
    /// Names this reading of the track; rises with each track that the pipeline begins.
    package var serial: UInt64

    package init(
        generation: Generation,
        position: FrameCount,
        item: ItemID,
        trackTime: Interval,
        ratePermille: Int = 1_000,
        serial: UInt64
    ) {
        self.generation = generation
        self.position = position
        self.item = item
        self.trackTime = trackTime
        self.ratePermille = ratePermille
        self.serial = serial
    }

    /// The place in the track that is heard at stream position `position`, at or after the mark.
    package func trackTime(at position: FrameCount) -> Interval {
        let played = FrameTime.interval(of: position - self.position)
        return trackTime + Interval(nanoseconds: played.nanoseconds / 1_000 * Int64(ratePermille))
    }
}
