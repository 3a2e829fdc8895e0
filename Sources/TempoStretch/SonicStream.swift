import AudioCore
import CSonic

/// A libsonic stream of 48 kHz stereo: the owner of its handle. Used on one thread; not `Sendable`.
///
/// sonic computes in 16 bits. Samples go in at half their size, so that what exceeds full scale by up to 6 dB, as
/// decoded MP3 does, passes unharmed; the noise of that is 93 dB below full scale.
final class SonicStream {
    private let handle: sonicStream
    private var shorts: [Int16] = []

    private static let channels = StreamFormat.channels
    /// Full scale in sonic's integers.
    private static let scale: Float = 16_384

    init() throws(AudioError) {
        guard let handle = sonicCreateStream(Int32(StreamFormat.framesPerSecond), Int32(Self.channels)) else {
            throw AudioError(.internal, "cannot change the speed: no memory is left; close other programs")
        }
        self.handle = handle
    }

    deinit { sonicDestroyStream(handle) }

    /// Takes effect with the next `write`.
    func setSpeed(_ speed: Double) { sonicSetSpeed(handle, Float(speed)) }

    /// Takes all of `input`, interleaved stereo.
    func write(_ input: UnsafeBufferPointer<Float>) throws(AudioError) {
        prepare(input.count)
        for index in input.indices {
            // Not a number becomes silence.
            let value = input[index] * Self.scale
            shorts[index] = Int16(max(-32_767, min(32_767, value.isFinite ? value.rounded() : 0)))
        }
        try writeShorts(frames: input.count / Self.channels)
    }

    func writeSilence(frames: Int) throws(AudioError) {
        prepare(frames * Self.channels)
        for index in 0..<frames * Self.channels { shorts[index] = 0 }
        try writeShorts(frames: frames)
    }

    /// Frames that `read` has ready.
    var available: Int { Int(sonicSamplesAvailable(handle)) }

    /// - Returns: frames put into `output`, interleaved stereo.
    func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
        prepare(output.count)
        let room = Int32(output.count / Self.channels)
        let count = shorts.withUnsafeMutableBufferPointer { sonicReadShortFromStream(handle, $0.baseAddress, room) }
        for index in 0..<Int(count) * Self.channels { output[index] = Float(shorts[index]) / Self.scale }
        return Int(count)
    }

    private func writeShorts(frames: Int) throws(AudioError) {
        let count = Int32(frames)
        let isTaken = shorts.withUnsafeMutableBufferPointer { sonicWriteShortToStream(handle, $0.baseAddress, count) }
        if isTaken == 0 {
            throw AudioError(.internal, "cannot change the speed: no memory is left; close other programs")
        }
    }

    private func prepare(_ count: Int) {
        if shorts.count < count { shorts.append(contentsOf: repeatElement(0, count: count - shorts.count)) }
    }
}
