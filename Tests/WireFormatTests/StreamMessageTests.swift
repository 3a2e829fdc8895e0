import AudioCore
import Testing
import WireFormat

@Suite struct StreamMessageTests {
    private static let session: UInt64 = 0x0123_4567_89AB_CDEF

    private static func batch(_ payloads: [[UInt8]], first: UInt32 = 100) throws -> StreamMessage {
        .audio(try AudioBatch(generation: Generation(7), firstSequence: first, payloads: payloads))
    }

    private static func messages() throws -> [StreamMessage] {
        let largest = [UInt8](repeating: 0xA5, count: AudioPacket.maximumPayload)
        let span = Wire.TimelineSpan(generation: 1, startPositionFrames: 3_840, startTimeNs: -5, hasEnd: true)
        return [
            try batch([[1]]),
            try batch((1...16).map { [UInt8](repeating: UInt8($0), count: $0) }),
            try batch([largest, [0], largest], first: .max - 2),
            .timeline(Wire.Timeline(revision: 3, spans: [span, span], leadNs: 2_000_000_000)),
            .timeline(Wire.Timeline()),
            .settings(Wire.RoomSettings(roomId: "a", revision: 1, volumePercent: 40, delayNs: -100_000, name: "Küche")),
        ]
    }

    @Test func everyKindSurvives() throws {
        for message in try Self.messages() {
            let decoded = try StreamMessage.decode(message.encoded(session: Self.session))
            #expect(decoded.session == Self.session)
            #expect(decoded.message == message)
        }
    }

    @Test func theBytesAreAsDocumented() throws {
        let bytes = try Self.batch([[0xAA], [0xBB, 0xCC]], first: 0x0102_0304).encoded(session: Self.session)
        #expect(
            bytes == [
                0x54, 0x55, 0x54, 0x53, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // magic, version, kind, flags, key, nonce
                0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01,  // session
                7, 0, 0, 0, 4, 3, 2, 1, 2, 0, 0, 0,  // generation, first sequence, count, reserved
                1, 0, 0xAA, 2, 0, 0xBB, 0xCC,
            ]
        )
        #expect(Array(bytes.prefix(4)) == StreamMessage.magic)
        #expect(Wire.RoomSettings().encoded().isEmpty)
        #expect(StreamMessage.settings(Wire.RoomSettings()).encoded(session: 0).count == StreamMessage.headerSize)
    }

    @Test func aBatchKnowsItsPackets() throws {
        let batch = try AudioBatch(generation: Generation(2), firstSequence: 9, payloads: [[1], [2, 3]])
        #expect(
            batch.packets == [
                AudioPacket(generation: Generation(2), sequence: 9, payload: [1]),
                AudioPacket(generation: Generation(2), sequence: 10, payload: [2, 3]),
            ]
        )
    }

    @Test func everyPrefixOfAudioIsRefused() throws {
        let bytes = try Self.batch([[1, 2, 3], [4], [5, 6]]).encoded(session: 1)
        for count in 0..<bytes.count {
            let error = #expect(throws: WireFormatError.self) { try StreamMessage.decode(Array(bytes[..<count])) }
            #expect(error?.code == .truncated, "\(count) bytes")
        }
        let error = #expect(throws: WireFormatError.self) { try StreamMessage.decode(bytes + [0]) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [
        (0, 0x55, WireFormatError.Code.malformed),  // magic
        (4, 2, .unsupported),  // version
        (5, 0, .unsupported),  // kind
        (5, 4, .unsupported),
        (8, 1, .unsupported),  // key id
        (11, 0x80, .unsupported),
        (24, 0, .outOfRange),  // generation 0
        (32, 0, .outOfRange),  // no packet
        (32, 17, .outOfRange),  // too many packets
        (32, 2, .truncated),  // one packet more than there are
        (36, 0, .outOfRange),  // length 0
        (37, 5, .outOfRange),  // length 1281
        (36, 3, .truncated),
        (36, 1, .malformed),  // a byte is left
    ])
    func aWrongByteIsRefused(offset: Int, value: UInt8, code: WireFormatError.Code) throws {
        var bytes = try Self.batch([[1, 2]]).encoded(session: 1)
        bytes[offset] = value
        let error = #expect(throws: WireFormatError.self) { try StreamMessage.decode(bytes) }
        #expect(error?.code == code)
    }

    @Test func reservedBytesAreIgnored() throws {
        let message = try Self.batch([[1, 2]])
        var bytes = message.encoded(session: 1)
        for offset in [6, 7, 12, 13, 14, 15, 33, 34, 35] { bytes[offset] = 0xFF }
        #expect(try StreamMessage.decode(bytes).message == message)
    }

    @Test func sequencesThatOverflowAreRefused() throws {
        var bytes = try Self.batch([[1], [2]], first: .max - 1).encoded(session: 1)
        bytes[28] = 0xFF
        let error = #expect(throws: WireFormatError.self) { try StreamMessage.decode(bytes) }
        #expect(error?.code == .outOfRange)
    }

    @Test func aBatchThatCannotTravelIsNotMade() {
        let large = [UInt8](repeating: 0, count: AudioPacket.maximumPayload + 1)
        let wrong: [(UInt32, UInt32, [[UInt8]])] = [
            (0, 0, [[1]]), (1, 0, []), (1, 0, [[]]), (1, 0, [large]), (1, .max, [[1], [2]]),
            (1, 0, [[UInt8]](repeating: [1], count: 17)),
        ]
        for (generation, sequence, payloads) in wrong {
            let error = #expect(throws: WireFormatError.self) {
                try AudioBatch(generation: Generation(generation), firstSequence: sequence, payloads: payloads)
            }
            #expect(error?.code == .outOfRange)
        }
    }

    @Test func aBadBodyIsRefused() {
        var timeline = StreamMessage.timeline(Wire.Timeline(revision: 1)).encoded(session: 1)
        timeline.append(0xFF)
        #expect(throws: WireFormatError.self) { try StreamMessage.decode(timeline) }
        let settings = StreamMessage.settings(Wire.RoomSettings()).encoded(session: 1) + [0x0A, 1, 0xFF]
        let error = #expect(throws: WireFormatError.self) { try StreamMessage.decode(settings) }
        #expect(error?.code == .invalidText)
    }

    @Test func noiseNeverTraps() throws {
        var random = SeededBytes(seed: 2)
        let messages = try Self.messages().map { $0.encoded(session: 3) }
        for _ in 0..<5_000 {
            for bytes in messages {
                let damaged = random.damaged(bytes)
                if let decoded = try? StreamMessage.decode(damaged), case .audio = decoded.message {
                    // What decodes says what it was: its bytes come back, reserved ones aside.
                    let again = decoded.message.encoded(session: decoded.session)
                    #expect(again.count == damaged.count)
                }
            }
            _ = try? StreamMessage.decode(StreamMessage.magic + [1, 1] + random.bytes(atMost: 80))
            _ = try? StreamMessage.decode(random.bytes(atMost: 80))
        }
    }
}
