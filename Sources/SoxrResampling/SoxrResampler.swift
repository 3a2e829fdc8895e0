package import AudioCore
import CSoxr

/// soxr's HQ recipe (20 bits) from any rate to 48 kHz stereo; at 48 kHz samples pass through untouched. Used on one
/// thread; not `Sendable`.
package final class SoxrResampler: FrameResampler {
    private let rate: Int64
    private var state: soxr_t?
    /// Input frames taken and output frames given since the last reset.
    private var taken: Int64 = 0
    private var given: Int64 = 0
    private var block: [Float]

    private static let channels = StreamFormat.channels
    private static let framesPerBlock = 4_096
    /// MPEG audio has 8 to 48 kHz; other sources have up to 192 kHz.
    private static let rates: ClosedRange<Int32> = 1_000...768_000

    package init(from rate: SampleRate) throws(AudioError) {
        guard Self.rates.contains(rate.hertz) else {
            throw AudioError(.unsupported, "cannot resample from \(rate.hertz) Hz to 48000 Hz: not a rate of music")
        }
        self.rate = Int64(rate.hertz)
        self.block = [Float](repeating: 0, count: Self.framesPerBlock * Self.channels)
        try reset()
    }

    deinit { soxr_delete(state) }

    package func process(_ input: UnsafeBufferPointer<Float>, into output: inout [Float]) throws(AudioError) {
        let frames = input.count / Self.channels
        taken += Int64(frames)
        guard state != nil else { return output.append(contentsOf: input.prefix(frames * Self.channels)) }
        var offset = 0
        while offset < frames {
            let rest = UnsafeBufferPointer(rebasing: input[(offset * Self.channels)...])
            offset += try step(rest.baseAddress, frames - offset, into: &output).consumed
        }
    }

    package func finish(into output: inout [Float]) throws(AudioError) {
        guard state != nil else { return }
        let total = FrameTime.streamFrames(of: taken, at: SampleRate(hertz: Int32(rate)))
        while given < total {
            let produced = try step(nil, 0, into: &output).produced
            if produced == 0 { break }
        }
        // soxr rounds as we do; should it ever fall short or run over, the length still holds.
        if given < total { output.append(contentsOf: repeatElement(0, count: Int(total - given) * Self.channels)) }
        if given > total { output.removeLast(min(output.count, Int(given - total) * Self.channels)) }
        given = total
    }

    package func reset() throws(AudioError) {
        taken = 0
        given = 0
        guard rate != StreamFormat.framesPerSecond else { return }
        soxr_delete(state)
        state = nil
        var failure: soxr_error_t?
        var layout = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        var recipe = soxr_quality_spec(UInt(SOXR_HQ), 0)
        var threads = soxr_runtime_spec(1)
        state = soxr_create(
            Double(rate),
            Double(StreamFormat.framesPerSecond),
            UInt32(Self.channels),
            &failure,
            &layout,
            &recipe,
            &threads
        )
        guard state != nil, failure == nil else { throw Self.failed("set up resampling from \(rate) Hz", failure) }
    }

    /// One call of soxr; no input means the end of it.
    private func step(
        _ input: UnsafePointer<Float>?,
        _ frames: Int,
        into output: inout [Float]
    ) throws(AudioError) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        let failure = block.withUnsafeMutableBufferPointer { block in
            soxr_process(state, input, frames, &consumed, block.baseAddress, Self.framesPerBlock, &produced)
        }
        guard failure == nil else { throw Self.failed("resample from \(rate) Hz to 48000 Hz", failure) }
        guard consumed > 0 || produced > 0 || input == nil else {
            throw Self.failed("resample from \(rate) Hz to 48000 Hz: it takes no input", nil)
        }
        given += Int64(produced)
        output.append(contentsOf: block.prefix(produced * Self.channels))
        return (consumed, produced)
    }

    private static func failed(_ task: String, _ reason: soxr_error_t?) -> AudioError {
        let text = reason.map { ": soxr says ‘\(String(cString: $0))’" } ?? ""
        return AudioError(.internal, "cannot \(task)\(text)")
    }
}
