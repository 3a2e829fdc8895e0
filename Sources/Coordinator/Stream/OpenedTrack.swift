import AudioCore

/// A track that is being read, at the speed and with the gain that it is heard at.
struct OpenedTrack {
    var source: any FrameSource
    var ratePermille: Int
    var isLive: Bool
    var loudness: TrackLoudness
    let gain: Float
    /// Where it was sought in, as far as has been told.
    var landing: SeekLanding

    init(
        source: any FrameSource,
        ratePermille: Int,
        isLive: Bool,
        loudness: TrackLoudness,
        landing: SeekLanding = SeekLanding()
    ) {
        self.source = source
        self.landing = landing
        self.ratePermille = ratePermille
        self.isLive = isLive
        self.loudness = loudness
        gain = loudness.gain
    }

    /// Fills as `FrameSource.read` does, and applies the gain. Where the tags lie about the peak, what would be beyond
    /// full scale stays at it.
    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let count = try source.read(into: output)
        if gain < 1 {
            for index in 0..<count * StreamFormat.channels { output[index] *= gain }
        } else if gain > 1 {
            for index in 0..<count * StreamFormat.channels {
                let value = output[index]
                output[index] = max(-max(1, -value), min(max(1, value), value * gain))
            }
        }
        return count
    }
}

/// What is faded out under the first frames of what takes its place.
struct CrossFade {
    /// 20 ms.
    static let frames: Int64 = 960

    private let old: [Float]
    private var done = 0

    /// - Parameter old: interleaved stereo.
    init(_ old: [Float] = []) { self.old = old }

    var isOver: Bool { done * StreamFormat.channels >= old.count }

    /// Mixes what is left of the old frames into the new ones: linearly, so that no sample is larger than both.
    mutating func mix(into new: UnsafeMutableBufferPointer<Float>) {
        let channels = StreamFormat.channels
        let total = old.count / channels
        let count = min(new.count / channels, total - done)
        for frame in 0..<max(count, 0) {
            let weight = Float(done + frame + 1) / Float(total + 1)
            for index in frame * channels..<(frame + 1) * channels {
                let before = old[done * channels + index]
                new[index] = before + (new[index] - before) * weight
            }
        }
        done += max(count, 0)
    }
}
