import AudioCore

/// Decodes a packet that says its own number into 960 frames of a value that stands for it.
final class NumberDecoder: PacketDecoder {
    /// What frames of packet `sequence` sound like; silence is nobody's.
    static func value(of sequence: UInt32) -> Float { Float(1 + sequence % 200) / 256 }

    private(set) var resets = 0

    func decode(
        _ payload: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) {
        guard payload.count == 4 else { throw AudioError(.damaged, "not a number") }
        let sequence = (0..<4).reduce(0 as UInt32) { $0 | UInt32(payload[$1]) << (8 * $1) }
        output.update(repeating: Self.value(of: sequence))
    }

    func conceal(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) { output.update(repeating: 0) }

    func reset() throws(AudioError) { resets += 1 }
}
