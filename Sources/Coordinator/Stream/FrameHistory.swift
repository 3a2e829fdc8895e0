import AudioCore

/// The last frames that went into the encoder, so that a generation can be cut in what was published and not yet heard.
/// Frames count at the encoder's input from the start of the generation.
struct FrameHistory {
    /// The index of the frame that is appended next.
    private(set) var end: Int64 = 0
    /// Interleaved stereo; frame f lies at f modulo the capacity.
    private var samples: [Float]
    private let capacity: Int64

    init(capacity: FrameCount) {
        self.capacity = max(capacity.rawValue, StreamFormat.prerollFrames)
        samples = Array(repeating: 0, count: Int(self.capacity) * StreamFormat.channels)
    }

    /// Starts again at frame 0 with nothing in it.
    mutating func reset() { end = 0 }

    mutating func append(_ block: UnsafeBufferPointer<Float>) {
        let channels = StreamFormat.channels
        let count = block.count / channels
        for frame in 0..<count {
            let slot = Int((end + Int64(frame)) % capacity) * channels
            samples[slot] = block[frame * channels]
            samples[slot + 1] = block[frame * channels + 1]
        }
        end += Int64(count)
    }

    /// The `count` frames before `frame`, interleaved; silence where they lie before the start. Nil where they are
    /// forgotten or not there yet.
    func frames(before frame: Int64, count: Int) -> [Float]? {
        let first = frame - Int64(count)
        guard frame <= end, frame >= 0, first >= end - capacity else { return nil }
        let channels = StreamFormat.channels
        var result = [Float](repeating: 0, count: count * channels)
        for index in max(0, -Int(first))..<count {
            let slot = Int((first + Int64(index)) % capacity) * channels
            result[index * channels] = samples[slot]
            result[index * channels + 1] = samples[slot + 1]
        }
        return result
    }
}
