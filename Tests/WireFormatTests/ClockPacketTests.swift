import AudioCore
import Testing
import WireFormat

@Suite struct ClockPacketTests {
    private let request = ClockRequest(
        nonce: 0x1112_1314_1516_1718,
        session: 0x2122_2324_2526_2728,
        sent: Instant(nanoseconds: 0x3132_3334_3536_3738),
        previousNonce: 0x4142_4344_4546_4748
    )

    private var reply: ClockReply {
        ClockReply(
            answering: request,
            session: .max,
            requestReceived: Instant(nanoseconds: .min),
            replySent: Instant(nanoseconds: -1),
            timelineRevision: 0x5_0403_0201,
            previousSent: Instant(nanoseconds: 0x5152_5354_5556_5758)
        )
    }

    private func bytes(_ encode: (UnsafeMutableRawBufferPointer) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: ClockPacket.size)
        bytes.withUnsafeMutableBytes { encode($0) }
        return bytes
    }

    @Test func aRequestSurvives() throws {
        let bytes = bytes { request.encode(into: $0) }
        #expect(try bytes.withUnsafeBytes { try ClockRequest(decoding: $0) } == request)
    }

    @Test func aReplyEchoesTheRequestAndSurvives() throws {
        let bytes = bytes { reply.encode(into: $0) }
        let decoded = try bytes.withUnsafeBytes { try ClockReply(decoding: $0) }
        #expect(decoded == reply)
        #expect(decoded.nonce == request.nonce)
        #expect(decoded.requestSent == request.sent)
        #expect(decoded.timelineRevision == 0x0403_0201)
    }

    @Test func theBytesAreAsDocumented() {
        let nonce: [UInt8] = [0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11]
        let sent: [UInt8] = [0x38, 0x37, 0x36, 0x35, 0x34, 0x33, 0x32, 0x31]
        let zero = [UInt8](repeating: 0, count: 16)
        let previous: [UInt8] = [0x48, 0x47, 0x46, 0x45, 0x44, 0x43, 0x42, 0x41]
        let previousSent: [UInt8] = [0x58, 0x57, 0x56, 0x55, 0x54, 0x53, 0x52, 0x51]
        #expect(
            bytes { request.encode(into: $0) }
                == [0x54, 0x55, 0x54, 0x43, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + nonce
                + [0x28, 0x27, 0x26, 0x25, 0x24, 0x23, 0x22, 0x21] + sent + zero + previous + zero
        )
        #expect(
            bytes { reply.encode(into: $0) }
                == [0x54, 0x55, 0x54, 0x43, 1, 2, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4] + nonce
                + [UInt8](repeating: 0xFF, count: 8) + sent + [0, 0, 0, 0, 0, 0, 0, 0x80]
                + [UInt8](repeating: 0xFF, count: 8) + previousSent + zero
        )
    }

    @Test func anyOtherLengthIsRefused() {
        let bytes = bytes { request.encode(into: $0) } + [0]
        for count in 0...bytes.count where count != ClockPacket.size {
            let error = #expect(throws: WireFormatError.self) {
                try bytes[..<count].withUnsafeBytes { try ClockRequest(decoding: $0) }
            }
            #expect(error?.code == (count < ClockPacket.size ? .truncated : .malformed))
        }
    }

    @Test(arguments: [
        (3, 0x53, WireFormatError.Code.malformed), (4, 0, .unsupported), (5, 2, .unsupported), (8, 1, .unsupported),
    ])
    func aWrongByteIsRefused(offset: Int, value: UInt8, code: WireFormatError.Code) {
        var bytes = bytes { request.encode(into: $0) }
        bytes[offset] = value
        let error = #expect(throws: WireFormatError.self) {
            try bytes.withUnsafeBytes { try ClockRequest(decoding: $0) }
        }
        #expect(error?.code == code)
    }

    @Test func aRequestIsNoReply() {
        let bytes = bytes { request.encode(into: $0) }
        let error = #expect(throws: WireFormatError.self) {
            try bytes.withUnsafeBytes { try ClockReply(decoding: $0) }
        }
        #expect(error?.code == .unsupported)
    }

    @Test func noiseNeverTraps() {
        var random = SeededBytes(seed: 3)
        let bytes = bytes { reply.encode(into: $0) }
        for _ in 0..<20_000 {
            random.damaged(bytes).withUnsafeBytes { _ = try? ClockReply(decoding: $0) }
            random.bytes(atMost: 100).withUnsafeBytes { _ = try? ClockRequest(decoding: $0) }
        }
    }
}
