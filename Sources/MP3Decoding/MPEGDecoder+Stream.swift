import AudioCore

extension MPEGDecoder {
    /// What has come of a stream and is not decoded, in frames at 48 kHz by its mean bit rate, and whether that is the rest.
    var backlog: (frames: FrameCount, isComplete: Bool) {
        guard let stream, let places else { return (0, true) }
        let waiting = stream.waiting
        let samples = Double(waiting.bytes) / places.frameBytes * Double(max(1, handle.framesPerFrame))
        let scale = Double(StreamFormat.framesPerSecond) / Double(max(1, nativeRate.hertz))
        return (FrameCount(Int64(samples * scale)), waiting.isComplete)
    }
}
