package import AudioCore

/// Opens tracks without making anybody wait.
package protocol TrackLoading: Sendable {
    /// Begins to open a track that may stand still, because it comes over a network, and to read it from `time` on.
    /// What comes back is at once ready to be asked for its `supply`; it is cancelled by letting it go. Nil:
    /// `TrackOpening` opens it without waiting long.
    func load(uri: String, from time: Interval) -> (any FrameSource)?
    /// As the other, from the beginning of what follows `previous`: the two are joined where they can be.
    func load(uri: String, after previous: any FrameSource) -> (any FrameSource)?
}

extension TrackLoading {
    package func load(uri: String, after previous: any FrameSource) -> (any FrameSource)? {
        load(uri: uri, from: .zero)
    }
}

/// How a track comes that comes over a network.
package struct SupplyReport: Hashable, Sendable {
    package var generation: Generation
    /// The stream position up to which audio has arrived.
    package var arrived: FrameCount
    /// Whether the rest of the track has arrived.
    package var isComplete: Bool
    /// How much is there of what is needed to go on: 0 to 100.
    package var percent: Int
    /// Why nothing comes, in words; empty in health.
    package var trouble: String

    package init(
        generation: Generation,
        arrived: FrameCount,
        isComplete: Bool,
        percent: Int,
        trouble: String
    ) {
        self.generation = generation
        self.arrived = arrived
        self.isComplete = isComplete
        self.percent = percent
        self.trouble = trouble
    }
}
