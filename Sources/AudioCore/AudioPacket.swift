/// One encoded unit of 20 ms: frames `sequence * 960 ..< (sequence + 1) * 960` of its generation, counted at the
/// decoder's output (so the encoder's look-ahead is already inside the positions).
package struct AudioPacket: Hashable, Sendable {
    package var generation: Generation
    package var sequence: UInt32
    /// One Opus packet (RFC 6716), 1 to `maximumPayload` bytes.
    package var payload: [UInt8]

    /// The largest Opus packet of one 20 ms frame (RFC 6716 section 3.4), plus its table-of-contents byte.
    package static let maximumPayload = 1_276

    package init(generation: Generation, sequence: UInt32, payload: [UInt8]) {
        self.generation = generation
        self.sequence = sequence
        self.payload = payload
    }

    package var startPosition: FrameCount { FrameCount(Int64(sequence) * StreamFormat.framesPerPacket) }
}
