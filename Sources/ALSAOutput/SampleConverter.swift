import CALSA
private import Glibc

/// A sample format that we can write.
struct SampleLayout: Sendable {
    enum Kind: Sendable {
        case float32
        case int32
        /// 24 bits in the low end of 32.
        case int24
        /// 24 bits in three bytes.
        case packed24
        case int16
    }

    let kind: Kind
    let bytes: Int
    let name: String

    /// Best first; all little-endian, as this machine is.
    static let preferred = [
        SampleLayout(kind: .float32, bytes: 4, name: "FLOAT_LE"), SampleLayout(kind: .int32, bytes: 4, name: "S32_LE"),
        SampleLayout(kind: .int24, bytes: 4, name: "S24_LE"), SampleLayout(kind: .packed24, bytes: 3, name: "S24_3LE"),
        SampleLayout(kind: .int16, bytes: 2, name: "S16_LE"),
    ]
}

extension SampleLayout {
    var format: snd_pcm_format_t {
        switch kind {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .int24: SND_PCM_FORMAT_S24_LE
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .int16: SND_PCM_FORMAT_S16_LE
        }
    }
}

/// Turns two planes of floats in +-1 into a device's interleaved frames. Used on the audio thread: no allocation.
final class SampleConverter {
    private let layout: SampleLayout
    private let channels: Int
    private var random: UInt32 = 0x9E37_79B9

    init(layout: SampleLayout, channels: Int) {
        self.layout = layout
        self.channels = channels
    }

    func convert(
        left: UnsafePointer<Float>,
        right: UnsafePointer<Float>,
        frames: Int,
        into output: UnsafeMutableRawPointer
    ) {
        switch layout.kind {
        case .float32:
            each(left, right, frames, output, as: Float.self) { $0 }
        case .int32:
            each(left, right, frames, output, as: Int32.self) {
                Int32(max(-2_147_483_648, min(2_147_483_520, $0 * 2_147_483_648)))
            }
        case .int24:
            each(left, right, frames, output, as: Int32.self) { Self.bits24($0) }
        case .packed24:
            each(left, right, frames, output, as: Packed24.self) { Packed24(Self.bits24($0)) }
        case .int16:
            each(left, right, frames, output, as: Int16.self) { [self] sample in
                // Digital silence stays silent; elsewhere triangular dither of one step takes the distortion away.
                if sample == 0 { return 0 }
                let dithered = sample * 32_766 + dither()
                return Int16(max(-32_768, min(32_767, dithered.rounded())))
            }
        }
    }

    /// The order of the arguments makes of what is no number a number.
    @inline(__always)
    private static func bits24(_ sample: Float) -> Int32 {
        Int32(max(-8_388_608, min(8_388_607, (sample * 8_388_607).rounded())))
    }

    @inline(__always)
    private func each<Sample>(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        _ frames: Int,
        _ output: UnsafeMutableRawPointer,
        as type: Sample.Type,
        _ convert: (Float) -> Sample
    ) {
        let samples = output.assumingMemoryBound(to: Sample.self)
        if channels == 1 {
            for frame in 0..<frames { samples[frame] = convert((left[frame] + right[frame]) / 2) }
            return
        }
        let silence = convert(0)
        for frame in 0..<frames {
            let first = samples + frame * channels
            first[0] = convert(left[frame])
            first[1] = convert(right[frame])
            for channel in 2..<max(2, channels) { first[channel] = silence }
        }
    }

    /// The difference of two uniform numbers, within one step (Lipshitz, Wannamaker, Vanderkooy 1992).
    private func dither() -> Float {
        random = random &* 1_664_525 &+ 1_013_904_223
        let first = Float(random >> 8) * 0x1p-24
        random = random &* 1_664_525 &+ 1_013_904_223
        return first - Float(random >> 8) * 0x1p-24
    }
}

/// Three bytes, little-endian.
struct Packed24: BitwiseCopyable {
    var low: UInt8
    var middle: UInt8
    var high: UInt8

    init(_ value: Int32) {
        low = UInt8(truncatingIfNeeded: value)
        middle = UInt8(truncatingIfNeeded: value >> 8)
        high = UInt8(truncatingIfNeeded: value >> 16)
    }
}
