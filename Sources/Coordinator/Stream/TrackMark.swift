package import AudioCore
package import PlaybackCore

/// What the pipeline needs to know of an item to read it.
package struct TrackReference: Hashable, Sendable {
    package var item: ItemID
    package var uri: String
    /// Where in the track reading begins.
    package var start: Interval
    /// Thousandths of the recorded speed.
    package var ratePermille: Int
    package var replayGain: ReplayGainMode

    package init(
        item: ItemID,
        uri: String,
        start: Interval = .zero,
        ratePermille: Int = PlaybackRate.normal,
        replayGain: ReplayGainMode = .off
    ) {
        self.item = item
        self.uri = uri
        self.start = start
        self.ratePermille = ratePermille
        self.replayGain = replayGain
    }

    /// Why it cannot be played, if that is so.
    var startIsBehindItsEnd: String { "cannot play \(uri): it ends before its start position; set an earlier one" }
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
    /// The speed of what plays live cannot be changed.
    package var isLive: Bool
    package var loudness: TrackLoudness
    /// Whether nobody has counted up to `trackTime`.
    package var placeIsEstimate: Bool
    /// True where the mark before it is of the same reading at another speed or loudness: nothing begins here.
    package var continues: Bool
    /// Names this reading of the track; rises with each track that the pipeline begins.
    package var serial: UInt64

    package init(
        generation: Generation,
        position: FrameCount,
        item: ItemID,
        trackTime: Interval,
        ratePermille: Int = PlaybackRate.normal,
        isLive: Bool = false,
        loudness: TrackLoudness = TrackLoudness(),
        placeIsEstimate: Bool = false,
        continues: Bool = false,
        serial: UInt64
    ) {
        self.generation = generation
        self.position = position
        self.item = item
        self.trackTime = trackTime
        self.ratePermille = ratePermille
        self.isLive = isLive
        self.loudness = loudness
        self.placeIsEstimate = placeIsEstimate
        self.continues = continues
        self.serial = serial
    }

    /// It has been counted: the same frame lies so much further on.
    mutating func counted(_ change: Interval) {
        trackTime = trackTime + change
        placeIsEstimate = false
    }

    /// Whether nothing of it is heard where `generation` ends at `position`.
    func isCutOff(from generation: Generation, at position: FrameCount) -> Bool {
        self.generation == generation && self.position >= position
    }

    /// The place in the track that is heard at stream position `position`, at or after the mark.
    package func trackTime(at position: FrameCount) -> Interval {
        trackTime + PlaybackRate.trackTime(of: position - self.position, ratePermille: ratePermille)
    }

    /// Whether what is heard is what reading `track` would give, in speed and loudness.
    func sounds(as track: TrackReference) -> Bool {
        (isLive || ratePermille == track.ratePermille) && loudness.isSame(in: track.replayGain)
    }
}
