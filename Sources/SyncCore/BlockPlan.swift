package import AudioCore

/// What the frames of one block are made of: a few segments in fixed storage, so that planning does not allocate.
package struct BlockPlan: Sendable {
    package struct Segment: Sendable, BitwiseCopyable {
        /// Frames of the block; the segments' add up to it.
        package var frames: Int32
        /// Nil is silence.
        package var generation: Generation?
        /// The stream position of the first frame, whole and fraction in [0, 1).
        package var position: Int64
        package var fraction: Double
        /// How far the position moves from frame to frame.
        package var step: Double
        /// Fades: the gain at the first frame and after the last one, linear in between.
        package var firstGain: Float
        package var lastGain: Float

        package init(
            frames: Int32,
            generation: Generation?,
            position: Int64,
            fraction: Double,
            step: Double,
            firstGain: Float,
            lastGain: Float
        ) {
            self.frames = frames
            self.generation = generation
            self.position = position
            self.fraction = fraction
            self.step = step
            self.firstGain = firstGain
            self.lastGain = lastGain
        }
    }

    package static let maximumSegments = 8

    package private(set) var count = 0
    private var storage: InlineArray<8, Segment> = InlineArray(repeating: Self.empty)
    /// The first frame from which new room gains are in force.
    package var gainFrame: Int32 = 0

    private static let empty = Segment(
        frames: 0,
        generation: nil,
        position: 0,
        fraction: 0,
        step: 1,
        firstGain: 0,
        lastGain: 0
    )

    package init() {}

    package subscript(index: Int) -> Segment { storage[index] }

    /// More segments than there is room for are a block's worth of changes in 10 ms: the last one takes the rest.
    mutating func append(_ segment: Segment) {
        guard segment.frames > 0 else { return }
        if count < Self.maximumSegments {
            storage[count] = segment
            count += 1
        } else {
            storage[count - 1].frames += segment.frames
        }
    }

    mutating func appendSilence(_ frames: Int) {
        var segment = Self.empty
        segment.frames = Int32(frames)
        append(segment)
    }
}
