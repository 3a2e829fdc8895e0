package import AudioCore

/// Consecutive packets of one generation, as they travel in one message of the audio stream.
package struct AudioBatch: Hashable, Sendable {
    /// How many packets one message holds at most: 320 ms of audio, some 5 kB at 128 kbit/s.
    package static let maximumPackets = 16

    package let generation: Generation
    /// Of the first payload; each that follows is one more.
    package let firstSequence: UInt32
    /// One Opus packet each; 1 to `maximumPackets`, each of 1 to `AudioPacket.maximumPayload` bytes.
    package let payloads: [[UInt8]]

    /// - Throws: `outOfRange` where a number is outside what the members state.
    package init(generation: Generation, firstSequence: UInt32, payloads: [[UInt8]]) throws(WireFormatError) {
        try Self.check(generation: generation, firstSequence: firstSequence, count: payloads.count)
        guard payloads.allSatisfy({ (1...AudioPacket.maximumPayload).contains($0.count) }) else {
            throw WireFormatError(.outOfRange, "audio packets: a payload is not of 1 to 1276 bytes; encode it again")
        }
        self.init(unchecked: generation, firstSequence, payloads)
    }

    private init(unchecked generation: Generation, _ firstSequence: UInt32, _ payloads: [[UInt8]]) {
        self.generation = generation
        self.firstSequence = firstSequence
        self.payloads = payloads
    }

    package var packets: [AudioPacket] {
        payloads.enumerated().map { index, payload in
            AudioPacket(generation: generation, sequence: firstSequence + UInt32(index), payload: payload)
        }
    }

    private static func check(
        generation: Generation,
        firstSequence: UInt32,
        count: Int
    ) throws(WireFormatError) {
        guard generation.rawValue != 0 else {
            throw WireFormatError(.outOfRange, "audio packets: generation 0 is not used; they are dropped")
        }
        guard (1...maximumPackets).contains(count) else {
            throw WireFormatError(.outOfRange, "audio packets: a message holds 1 to 16; they are dropped")
        }
        guard firstSequence <= .max - UInt32(count - 1) else {
            throw WireFormatError(.outOfRange, "audio packets: their sequence numbers overflow; they are dropped")
        }
    }
}

// MARK: The body of a stream message of kind 1

extension AudioBatch {
    private static let fixedSize = 12

    var encodedSize: Int { payloads.reduce(Self.fixedSize) { $0 + 2 + $1.count } }

    /// Writes `encodedSize` bytes. `body` is zeroed before.
    func encode(into body: UnsafeMutableRawBufferPointer) {
        body.put(generation.rawValue, at: 0)
        body.put(firstSequence, at: 4)
        body.put(UInt8(payloads.count), at: 8)
        var offset = Self.fixedSize
        for payload in payloads {
            body.put(UInt16(payload.count), at: offset)
            offset += 2
            UnsafeMutableRawBufferPointer(rebasing: body[offset...]).copyBytes(from: payload)
            offset += payload.count
        }
    }

    init(decodingBody body: UnsafeRawBufferPointer) throws(WireFormatError) {
        guard body.count >= Self.fixedSize else { throw Self.truncated }
        let generation = Generation(body.integer(at: 0, as: UInt32.self))
        let firstSequence = body.integer(at: 4, as: UInt32.self)
        let count = Int(body[8])
        try Self.check(generation: generation, firstSequence: firstSequence, count: count)
        var payloads: [[UInt8]] = []
        payloads.reserveCapacity(count)
        var offset = Self.fixedSize
        for _ in 0..<count {
            guard body.count - offset >= 2 else { throw Self.truncated }
            let length = Int(body.integer(at: offset, as: UInt16.self))
            offset += 2
            guard (1...AudioPacket.maximumPayload).contains(length) else {
                throw WireFormatError(.outOfRange, "audio packets: a length is not 1 to 1276; they are dropped")
            }
            guard body.count - offset >= length else { throw Self.truncated }
            payloads.append([UInt8](body[offset..<(offset + length)]))
            offset += length
        }
        guard offset == body.count else {
            throw WireFormatError(.malformed, "audio packets: bytes are left after the last; they are dropped")
        }
        self.init(unchecked: generation, firstSequence, payloads)
    }

    private static var truncated: WireFormatError {
        WireFormatError(.truncated, "audio packets: the message ends inside them; they are dropped")
    }
}
