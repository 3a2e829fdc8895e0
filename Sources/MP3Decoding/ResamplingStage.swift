import AudioCore

/// A resampler with the queue behind it, and the count of what went through: frames at 48 kHz since the stage was made.
/// Tracks that follow each other without a gap share one, so that its filter sees no edge between them. Used on one
/// thread.
final class ResamplingStage {
    /// The rate of what was fed last.
    private(set) var rate: SampleRate
    /// Frames taken from the stage.
    private(set) var given: Int64 = 0

    private let makeResampler: ResamplerFactory
    /// Made for the first frames: what is joined to the track before needs none.
    private var resampler: (any FrameResampler)?
    private var queue = FrameQueue()
    /// Input frames at `rate`, and output frames of all rates before it.
    private var fed: Int64 = 0
    private var before: Int64 = 0

    init(rate: SampleRate, makeResampler: @escaping ResamplerFactory) {
        self.rate = rate
        self.makeResampler = makeResampler
    }

    /// The output frames that all input so far is worth, whether they have left the resampler or not.
    var boundary: Int64 { before + FrameTime.streamFrames(of: fed, at: rate) }

    /// Frames that can be taken at once.
    var available: Int { queue.frames }

    /// Takes interleaved stereo at `rate`. A changed rate ends what was fed before.
    func feed(_ chunk: UnsafeBufferPointer<Float>, at rate: SampleRate) throws(AudioError) {
        if rate != self.rate {
            try finish()
            resampler = nil
            before = boundary
            fed = 0
            self.rate = rate
        }
        let resampler = if let resampler { resampler } else { try makeResampler(rate) }
        self.resampler = resampler
        try resampler.process(chunk, into: &queue.samples)
        fed += Int64(chunk.count / StreamFormat.channels)
    }

    /// No input follows.
    func finish() throws(AudioError) { try resampler?.finish(into: &queue.samples) }

    /// Moves up to `limit` frames, as they are available, to `output`.
    func take(into output: UnsafeMutableBufferPointer<Float>, limit: Int64) -> Int {
        let count = Int(min(Int64(output.count / StreamFormat.channels), max(0, limit))) * StreamFormat.channels
        let taken = queue.take(into: UnsafeMutableBufferPointer(rebasing: output[..<count]))
        given += Int64(taken)
        return taken
    }

    /// Throws away up to `count` frames.
    /// - Returns: their number.
    func drop(_ count: Int) -> Int {
        let dropped = queue.drop(frames: count)
        given += Int64(dropped)
        return dropped
    }
}
