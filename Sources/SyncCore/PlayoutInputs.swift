package import AudioCore

/// What a room's play-out depends on, as one flat value: it is handed to the audio thread whole.
package struct PlayoutInputs: Sendable, BitwiseCopyable {
    /// Nil until the clock is known: the room is silent.
    package var mapping: ClockMapping?
    package private(set) var spans: InlineArray<8, TimelineSpan>
    package private(set) var spanCount = 0
    /// Positive: this room sounds later.
    package var delay = Interval.zero
    /// The linear gains before `gainTime` and from then on.
    package var gainBefore = StereoGain.silence
    package var gain = StereoGain.silence
    package var gainTime = Instant<CoordinatorClock>(nanoseconds: .min)

    package init() {
        let none = TimelineSpan(
            generation: Generation(0),
            startPosition: 0,
            startTime: Instant(nanoseconds: 0),
            endPosition: 0
        )
        spans = InlineArray(repeating: none)
    }

    package mutating func setTimeline(_ timeline: Timeline) {
        spanCount = min(timeline.spans.count, 8)
        for index in 0..<spanCount { spans[index] = timeline.spans[index] }
    }
}
