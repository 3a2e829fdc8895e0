package import AudioCore
import COpus

/// Opus (RFC 6716) to 48 kHz stereo float. Used on one thread; not `Sendable`. `decode` and `conceal` do not allocate.
///
/// The output is what was encoded, peaks beyond +-1 included: it is for the stage that makes integers, after the
/// volume, to saturate. Clipping here would cost peaks that a lower volume can still play.
package final class OpusPacketDecoder: PacketDecoder {
    private let decoder: OpaquePointer
    private static let framesPerPacket = Int32(StreamFormat.framesPerPacket)

    package init() throws(AudioError) {
        var code: Int32 = OPUS_OK
        guard
            let decoder = opus_decoder_create(
                opus_int32(StreamFormat.framesPerSecond),
                Int32(StreamFormat.channels),
                &code
            )
        else { throw .opus("create the Opus decoder", code) }
        self.decoder = decoder
    }

    deinit { opus_decoder_destroy(decoder) }

    /// - Throws: `damaged` for a payload that is no Opus packet or not one of 20 ms. The decoder stays usable: its
    ///   state is as it was, and the caller may `conceal`.
    package func decode(
        _ payload: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) {
        let samples = Self.room(in: output)
        // An empty packet means loss to libopus, and a packet may hold up to 120 ms: neither is what a stream carries.
        guard let bytes = payload.baseAddress, payload.count > 0, payload.count <= AudioPacket.maximumPayload else {
            throw AudioError(
                .damaged,
                "cannot decode an Opus packet of \(payload.count) bytes: it was damaged on its way"
            )
        }
        let length = opus_int32(payload.count)
        let frames = opus_packet_get_nb_samples(bytes, length, opus_int32(StreamFormat.framesPerSecond))
        guard frames == Self.framesPerPacket else {
            if frames < 0 { throw .opus("read an Opus packet's header", frames, code: .damaged) }
            throw AudioError(.damaged, "cannot play an Opus packet of \(frames) frames: a stream has 960 in each")
        }
        let result = opus_decode_float(decoder, bytes, length, samples, Self.framesPerPacket, 0)
        guard result == Self.framesPerPacket else {
            throw .opus("decode an Opus packet of \(payload.count) bytes", min(result, 0), code: .damaged)
        }
    }

    package func conceal(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) {
        let result = opus_decode_float(decoder, nil, 0, Self.room(in: output), Self.framesPerPacket, 0)
        guard result == Self.framesPerPacket else { throw .opus("conceal a lost packet", min(result, 0)) }
    }

    package func reset() throws(AudioError) {
        let result = tutti_opus_reset_decoder(decoder)
        guard result == OPUS_OK else { throw .opus("reset the Opus decoder", result) }
    }

    /// The start of a buffer that has room for one packet's frames; a smaller one is a mistake of ours.
    private static func room(in output: UnsafeMutableBufferPointer<Float>) -> UnsafeMutablePointer<Float> {
        guard let base = output.baseAddress, output.count >= Int(framesPerPacket) * StreamFormat.channels else {
            preconditionFailure("an Opus packet decodes to 960 stereo frames")
        }
        return base
    }
}
