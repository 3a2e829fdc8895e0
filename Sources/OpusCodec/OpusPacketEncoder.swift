package import AudioCore
import COpus

/// Opus (RFC 6716) at 48 kHz stereo, 20 ms a packet, variable bit rate. Used on one thread; not `Sendable`.
///
/// Samples beyond +-1 are encoded as they are up to +-2, where libopus clips; it does not wrap. Not-a-number is
/// encoded as silence.
package final class OpusPacketEncoder: PacketEncoder {
    package let lookahead: FrameCount
    private let encoder: OpaquePointer

    /// The bit rates libopus takes, in bits per second (`OPUS_SET_BITRATE`: 500 to 512,000), rounded to what makes
    /// sense for stereo music.
    package static let bitrates = 6_000...510_000

    /// - Parameters:
    ///   - bitrate: the mean, in bits per second; outside `bitrates` it is an error.
    ///   - complexity: 0 to 10; 5 takes 0.3 % of a core, 10 takes 0.5 % and is hardly better at 128 kbit/s.
    package init(bitrate: Int = 128_000, complexity: Int = 5) throws(AudioError) {
        guard Self.bitrates.contains(bitrate), (0...10).contains(complexity) else {
            throw AudioError(
                .unsupported,
                "cannot set up the Opus encoder for \(bitrate) bit/s at complexity \(complexity): "
                    + "use 6000 to 510000 bit/s and 0 to 10"
            )
        }
        var code: Int32 = OPUS_OK
        guard
            let encoder = opus_encoder_create(
                opus_int32(StreamFormat.framesPerSecond),
                Int32(StreamFormat.channels),
                OPUS_APPLICATION_AUDIO,
                &code
            )
        else { throw .opus("create the Opus encoder", code) }
        self.encoder = encoder
        let frames = tutti_opus_get_lookahead(encoder)
        self.lookahead = FrameCount(Int64(max(0, frames)))
        // From here on `deinit` releases the encoder, whatever is thrown.
        if frames < 0 { throw .opus("ask the Opus encoder for its look-ahead", frames) }
        for result in [
            tutti_opus_set_bitrate(encoder, opus_int32(bitrate)),
            tutti_opus_set_free_vbr(encoder),
            tutti_opus_set_complexity(encoder, opus_int32(complexity)),
            tutti_opus_set_music(encoder),
        ] where result != OPUS_OK {
            throw .opus("set up the Opus encoder for \(bitrate) bit/s", result)
        }
    }

    deinit { opus_encoder_destroy(encoder) }

    package func encode(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) -> [UInt8] {
        guard let first = samples.baseAddress,
            samples.count == Int(StreamFormat.framesPerPacket) * StreamFormat.channels
        else { preconditionFailure("an Opus packet is made of 960 stereo frames") }
        var written: opus_int32 = 0
        let payload = [UInt8](unsafeUninitializedCapacity: AudioPacket.maximumPayload) { buffer, count in
            guard let bytes = buffer.baseAddress else { return }
            written = opus_encode_float(
                encoder,
                first,
                Int32(StreamFormat.framesPerPacket),
                bytes,
                opus_int32(AudioPacket.maximumPayload)
            )
            count = Int(max(0, written))
        }
        guard written > 0 else { throw .opus("encode 20 ms of audio with Opus", written) }
        return payload
    }

    package func reset() throws(AudioError) {
        let result = tutti_opus_reset_encoder(encoder)
        guard result == OPUS_OK else { throw .opus("reset the Opus encoder", result) }
    }
}
