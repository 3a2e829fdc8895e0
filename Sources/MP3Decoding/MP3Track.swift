package import AudioCore

/// One MP3 as 48 kHz stereo: decoded at its native rate, then resampled. Used on one thread; not `Sendable`.
package final class MP3Track: FrameSource {
    /// Of a stream, the length is told as it becomes known.
    package var info: TrackInfo { firstInfo.with(decoder.length) }
    private let firstInfo: TrackInfo
    /// How far from the place that was sought the last seek led, as it seemed then.
    private var displacement = Interval.zero
    private let decoder: MPEGDecoder
    private let makeResampler: ResamplerFactory
    private var stage: ResamplingStage
    /// Frames to be thrown away before the first that is returned, after a seek.
    private var surplus = 0
    /// Where in the stage this track ends; nil until its decoder has.
    private var end: Int64?
    /// Why nothing comes behind it, if that is a failure: thrown once all before it has been read.
    private var failure: AudioError?
    /// False once something was read or sought: then nothing can be joined to the track before.
    private var isFresh = true
    /// What follows without a gap.
    private var next: MP3Track?

    /// Decoded and thrown away before a seek's target, in native frames: longer than any resampler's filter.
    private static let prerollFrames: Int64 = 2_048

    /// - Parameter description: what its tags say, where they were read apart from it.
    package init(
        decoder: MPEGDecoder,
        description: TrackDescription? = nil,
        makeResampler: @escaping ResamplerFactory
    ) {
        self.decoder = decoder
        firstInfo = description.map { decoder.info.with(decoder.described($0)) } ?? decoder.info
        self.makeResampler = makeResampler
        self.stage = ResamplingStage(rate: decoder.rate, makeResampler: makeResampler)
    }

    package func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        isFresh = false
        isBehindJoint = false
        var written = 0
        while written < output.count / StreamFormat.channels {
            if surplus > 0 { surplus -= stage.drop(Int(min(Int64(surplus), remaining))) }
            let rest = UnsafeMutableBufferPointer(rebasing: output[(written * StreamFormat.channels)...])
            let taken = stage.take(into: rest, limit: remaining)
            written += taken
            if taken == 0 {
                if written == 0, let failure { throw failure }
                if end != nil, written > 0 { break }
                if end != nil, try !crossJoint() { break }
                try pump()
            }
        }
        return written
    }

    /// Exact to the frame, and the same samples as in continuous play: decoding begins earlier, at a native frame that
    /// falls on a frame at 48 kHz.
    package func seek(to time: Interval) throws(AudioError) {
        isFresh = false
        let native = Int64(info.sampleRate.hertz)
        let divisor = Self.divisor(native, StreamFormat.framesPerSecond)
        let blockFrames = StreamFormat.framesPerSecond / divisor
        let length = info.lengthIsEstimate ? nil : info.length
        let last = length.map { FrameTime.streamFrames(of: $0.rawValue, at: info.sampleRate) } ?? .max
        let target = min(max(0, FrameTime.frames(in: max(time, .zero)).rawValue), last)
        let preroll = Self.prerollFrames * StreamFormat.framesPerSecond / native
        let block = max(0, target - preroll) / blockFrames
        try releaseNext()
        let start = FrameCount(block * (native / divisor))
        try decoder.seek(to: start)
        displacement = decoder.landed.map { .seconds(Double(($0 - start).rawValue) / Double(native)) } ?? .zero
        stage = ResamplingStage(rate: decoder.rate, makeResampler: makeResampler)
        surplus = Int(target - block * blockFrames)
        end = nil
        failure = nil
    }

    package var landing: SeekLanding {
        let moved = Interval.seconds(Double(decoder.correction.rawValue) / Double(info.sampleRate.hertz))
        return SeekLanding(displacement: displacement + moved, isEstimate: decoder.isPlaceEstimated)
    }

    /// Where both have one rate, this track's last frames and the first of `next` go through one resampler.
    package func join(_ next: any FrameSource) {
        guard end == nil, let next = next as? MP3Track, next !== self else { return }
        self.next = next
    }

    package var backlog: (frames: FrameCount, isComplete: Bool) { decoder.backlog }

    package private(set) var isBehindJoint = false

    /// - Returns: false at the end.
    private func crossJoint() throws(AudioError) -> Bool {
        guard failure == nil, try decoder.crossJoint() else { return false }
        stage = ResamplingStage(rate: decoder.rate, makeResampler: makeResampler)
        end = nil
        isBehindJoint = true
        return true
    }

    package var streamTitle: String { decoder.stream?.streamTitle ?? "" }

    /// Frames of this track that have not left the stage.
    private var remaining: Int64 { end.map { $0 - stage.given } ?? .max }

    /// Moves one chunk from the decoder into the stage. At the end, settles where the track ends there.
    private func pump() throws(AudioError) {
        do throws(AudioError) {
            if let chunk = try decoder.next() { return try stage.feed(chunk, at: decoder.rate) }
        } catch {
            failure = error
            end = stage.boundary
            return try stage.finish()
        }
        let end = stage.boundary
        self.end = end
        guard let next, next.isFresh, next.decoder.rate == stage.rate else { return try stage.finish() }
        // The filter wants what follows before it gives this track's last frames.
        next.stage = stage
        do throws(AudioError) {
            while next.end == nil, stage.given + Int64(stage.available) < end { try next.pump() }
        } catch {
            // The next track's failure is thrown when it is read; this one ends as it would alone.
            try stage.finish()
        }
    }

    /// Undoes a join that has taken place, if nothing of the next track has been read, so that it can take place again.
    private func releaseNext() throws(AudioError) {
        guard end != nil, let next, next.isFresh, next.stage === stage else { return }
        try next.seek(to: .zero)
        next.isFresh = true
    }

    /// The greatest common divisor of two positive numbers.
    private static func divisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : divisor(second, first % second)
    }
}
