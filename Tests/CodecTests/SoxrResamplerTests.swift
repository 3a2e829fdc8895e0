import AudioCore
import Glibc
import SoxrResampling
import Testing

@Suite struct SoxrResamplerTests {
    /// Resamples in chunks of `chunk` frames.
    static func resample(_ input: [Float], from rate: Int32, chunk: Int = 1_152) throws -> [Float] {
        let resampler = try SoxrResampler(from: SampleRate(hertz: rate))
        return try resample(input, with: resampler, chunk: chunk)
    }

    static func resample(_ input: [Float], with resampler: SoxrResampler, chunk: Int) throws -> [Float] {
        var output: [Float] = []
        for start in stride(from: 0, to: input.count, by: chunk * 2) {
            try input[start..<min(start + chunk * 2, input.count)].withUnsafeBufferPointer {
                try resampler.process($0, into: &output)
            }
        }
        try resampler.finish(into: &output)
        return output
    }

    static let rates: [Int32] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

    @Test(arguments: rates) func lengthIsExact(rate: Int32) throws {
        for frames in [0, 1, 2, 3, 100, 1_151, 1_152, 4_097, Int(rate), 20_011] {
            let output = try Self.resample([Float](repeating: 0.25, count: frames * 2), from: rate)
            let exact = (Double(frames) * 48_000 / Double(rate) + 0.5).rounded(.down)
            #expect(output.count == Int(exact) * 2, "\(frames) frames at \(rate) Hz")
        }
    }

    @Test(arguments: rates) func framesAreAlignedAndClean(rate: Int32) throws {
        let output = try Self.resample(sine(997, rate: Double(rate), frames: Int(rate)), from: rate)
        let ideal = sine(997, rate: 48_000, frames: 48_000)
        // A shift of 0.01 frame would leave 58 dB; the ends lack neighbours.
        #expect(signalToNoise(ideal[4_000..<90_000], output[4_000..<90_000]) > 100)
    }

    @Test func theFirstSampleIsTheFirst() throws {
        var input = [Float](repeating: 0, count: 4_000)
        input[0] = 1
        let output = try Self.resample(input, from: 24_000)
        let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
        #expect(left.max() == left[0])
    }

    @Test func chunksDoNotMatter() throws {
        let input = sine(997, rate: 44_100, frames: 10_000)
        let whole = try Self.resample(input, from: 44_100, chunk: 10_000)
        for chunk in [1, 7, 1_152, 4_096] {
            #expect(try Self.resample(input, from: 44_100, chunk: chunk) == whole)
        }
    }

    @Test func resetForgetsEverything() throws {
        let input = sine(997, rate: 44_100, frames: 5_000)
        let resampler = try SoxrResampler(from: SampleRate(hertz: 44_100))
        let first = try Self.resample(input, with: resampler, chunk: 500)
        try resampler.reset()
        #expect(try Self.resample(input, with: resampler, chunk: 500) == first)
    }

    @Test func streamRatePassesThroughUntouched() throws {
        let input = chords(frames: 3_000)
        #expect(try Self.resample(input, from: 48_000) == input)
    }

    @Test(arguments: [Int32.min, -1, 0, 999, 768_001]) func absurdRatesAreRefused(rate: Int32) {
        #expect(throws: AudioError.self) { try SoxrResampler(from: SampleRate(hertz: rate)) }
    }
}
