package import AudioCore

/// One MP3 as 48 kHz stereo: decoded at its native rate, then resampled. Used on one thread; not `Sendable`.
package final class MP3Track: FrameSource {
    package let info: TrackInfo
    private let decoder: MPEGDecoder
    private let makeResampler: ResamplerFactory
    private var resampler: any FrameResampler
    /// The rate that `resampler` was made for.
    private var rate: SampleRate
    private var queue = FrameQueue()
    /// Frames to be thrown away before the first that is returned, after a seek.
    private var surplus = 0
    private var hasEnded = false

    /// Decoded and thrown away before a seek's target: longer than any resampler's filter.
    private static let prerollFrames: Int64 = 2_048

    package init(decoder: MPEGDecoder, makeResampler: @escaping ResamplerFactory) throws(AudioError) {
        self.decoder = decoder
        self.info = decoder.trackInfo()
        self.rate = decoder.rate
        self.makeResampler = makeResampler
        self.resampler = try makeResampler(decoder.rate)
    }

    package func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        var written = 0
        while written < output.count / 2 {
            surplus -= queue.drop(frames: surplus)
            let rest = UnsafeMutableBufferPointer(rebasing: output[(written * 2)...])
            written += queue.take(into: rest)
            if queue.isEmpty, try !pump() { break }
        }
        return written
    }

    /// Exact to the frame, and the same samples as in continuous play: decoding begins earlier, at a native frame that
    /// falls on a frame at 48 kHz.
    package func seek(to time: Interval) throws(AudioError) {
        let target = max(0, FrameTime.frames(in: max(time, .zero)).rawValue)
        let divisor = Self.divisor(Int64(info.sampleRate.hertz), StreamFormat.framesPerSecond)
        let native = Int64(info.sampleRate.hertz) / divisor
        let stream = StreamFormat.framesPerSecond / divisor
        let preroll = Self.prerollFrames * StreamFormat.framesPerSecond / Int64(info.sampleRate.hertz)
        let block = max(0, target - preroll) / stream
        try decoder.seek(to: FrameCount(block * native))
        queue.removeAll()
        hasEnded = false
        surplus = Int(target - block * stream)
        try useResampler(for: decoder.rate)
    }

    /// Moves one chunk from the decoder through the resampler into the queue. False at the end.
    private func pump() throws(AudioError) -> Bool {
        if hasEnded { return false }
        guard let chunk = try decoder.next() else {
            hasEnded = true
            try resampler.finish(into: &queue.samples)
            return true
        }
        if decoder.rate != rate {
            try resampler.finish(into: &queue.samples)
            try useResampler(for: decoder.rate)
        }
        try resampler.process(chunk, into: &queue.samples)
        return true
    }

    private func useResampler(for rate: SampleRate) throws(AudioError) {
        if rate == self.rate {
            try resampler.reset()
        } else {
            resampler = try makeResampler(rate)
            self.rate = rate
        }
    }

    /// The greatest common divisor of two positive numbers.
    private static func divisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : divisor(second, first % second)
    }
}
