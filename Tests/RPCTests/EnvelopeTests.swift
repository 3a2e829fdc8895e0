import TestSupport
import Testing

@testable import RPC

@Suite struct EnvelopeTests {
    static let method = MethodDescriptor(service: "tutti.v1.PlayerService", method: "Play")

    static func request() throws -> RequestEnvelope {
        var metadata: Metadata = ["caller": "kitchen"]
        metadata.append("token-bin", [0, 255, 128])
        return RequestEnvelope(method: method, timeoutMilliseconds: 1_500, metadata: metadata, payload: [1, 2, 3])
    }

    @Test func requestSurvivesTheWire() throws {
        let request = try Self.request()
        #expect(try RequestEnvelope(decoding: request.encoded()) == request)
    }

    @Test func requestHasTheDocumentedBytes() throws {
        let envelope = RequestEnvelope(
            method: MethodDescriptor(service: "s", method: "m"),
            timeoutMilliseconds: 0x0102_0304,
            metadata: ["k": "v"],
            payload: [9]
        )
        let expected: [UInt8] =
            [0x54, 0x55, 0x54, 0x51, 1, 0, 3, 0, 4, 3, 2, 1, 1, 0, 0, 0, 1, 0, 0, 0]
            + Array("s/m".utf8) + [1, 1, 0] + Array("kv".utf8) + [9]
        #expect(try envelope.encoded() == expected)
    }

    @Test func responseSurvivesTheWire() throws {
        let good = ResponseEnvelope(payload: [7, 8], metadata: ["a": "b"])
        #expect(try ResponseEnvelope(decoding: good.encoded()) == good)
        let bad = ResponseEnvelope(error: RPCError(.notFound, "no room \"Küche\""))
        #expect(try ResponseEnvelope(decoding: bad.encoded()) == bad)
        let error = #expect(throws: RPCError.self) { try bad.success() }
        #expect(error?.code == .notFound)
        #expect(error?.message == "no room \"Küche\"")
    }

    @Test func everyTruncationIsRefused() throws {
        let request = try Self.request().encoded()
        for length in 0..<request.count {
            let error = #expect(throws: RPCError.self) { try RequestEnvelope(decoding: Array(request[..<length])) }
            #expect(error?.code == .invalidArgument)
        }
        let response = ResponseEnvelope(payload: [1, 2], metadata: ["a": "b"]).encoded()
        for length in 0..<response.count {
            #expect(throws: RPCError.self) { try ResponseEnvelope(decoding: Array(response[..<length])) }
        }
        #expect(throws: RPCError.self) { try RequestEnvelope(decoding: request + [0]) }
    }

    @Test func anotherVersionIsToldPlainly() throws {
        var request = try Self.request().encoded()
        request[4] = 2
        let error = #expect(throws: RPCError.self) { try RequestEnvelope(decoding: request) }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("version 2") == true)
    }

    @Test func errorOfAnotherVersionIsStillRead() throws {
        var response = ResponseEnvelope(error: RPCError(.unimplemented, "update")).encoded()
        response[4] = 9
        let decoded = try ResponseEnvelope(decoding: response + [1, 2, 3])
        #expect(decoded.status == .unimplemented)
        #expect(decoded.message == "update")
        var success = ResponseEnvelope(payload: [1]).encoded()
        success[4] = 9
        let error = #expect(throws: RPCError.self) { try ResponseEnvelope(decoding: success) }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("version 9") == true)
    }

    @Test func statusFromTheFutureIsUnknown() throws {
        var response = ResponseEnvelope(error: RPCError(.aborted, "x")).encoded()
        response[8] = 77
        #expect(try ResponseEnvelope(decoding: response).status == .unknown)
    }

    @Test func longStatusMessageIsCutBetweenCharacters() throws {
        let long = String(repeating: "é", count: 3_000)
        let response = ResponseEnvelope(error: RPCError(.internal, "x" + long)).encoded()
        let message = try ResponseEnvelope(decoding: response).message
        #expect(message == "x" + String(repeating: "é", count: 2_047))
    }

    @Test func tooLargeAnswerBecomesAnError() throws {
        let payload = [UInt8](repeating: 0, count: EnvelopeLimits.message)
        let answer = try ResponseEnvelope(decoding: ResponseEnvelope(payload: payload).encoded())
        #expect(answer.status == .resourceExhausted)
    }

    @Test func largestRequestFitsExactly() throws {
        var request = RequestEnvelope(method: Self.method, payload: [])
        request.payload = [UInt8](repeating: 1, count: EnvelopeLimits.message - (try request.encoded().count))
        #expect(try RequestEnvelope(decoding: request.encoded()) == request)
        request.payload.append(1)
        let error = #expect(throws: RPCError.self) { try request.encoded() }
        #expect(error?.code == .resourceExhausted)
    }

    @Test(arguments: ["", "Upper", "sp ace", String(repeating: "k", count: 65), "ü"])
    func badMetadataKeyIsRefused(key: String) {
        var request = RequestEnvelope(method: Self.method, payload: [])
        request.metadata.append(key, [])
        let error = #expect(throws: RPCError.self) { try request.encoded() }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: ["", "a", "/", "a/", "/b", "a/b/c", "a b/c", "ä/b"])
    func badMethodNameIsRefused(name: String) {
        #expect(MethodDescriptor(fullName: name) == nil)
    }

    @Test func randomBytesNeverTrap() throws {
        var random = SimRandom(seed: 42)
        let good = try Self.request().encoded()
        let answer = ResponseEnvelope(payload: [1, 2, 3], metadata: ["a": "b"]).encoded()
        for round in 0..<6_000 {
            var bytes: [UInt8]
            switch round % 3 {
            case 0: bytes = (0..<Int(random.next() % 80)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            case 1: bytes = good
            default: bytes = answer
            }
            for _ in 0..<(1 + random.next() % 4) where !bytes.isEmpty {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if let request = try? RequestEnvelope(decoding: bytes) {
                #expect(try RequestEnvelope(decoding: request.encoded()) == request)
            }
            if let response = try? ResponseEnvelope(decoding: bytes) {
                _ = response.encoded()
            }
        }
    }
}
