import Testing
import WireFormat

@Suite struct WireMessageTests {
    private let item = Wire.Item(
        id: .max,
        index: 7,
        uri: "file:///musik/Größe.mp3",
        title: "Ode 🎵",
        durationMs: -1,
        durationEstimated: true,
        status: .failed,
        error: "damaged"
    )

    @Test func everyFieldKindSurvives() throws {
        let now = Wire.NowPlaying(
            state: .playing,
            item: item,
            positionMs: 12_345,
            mode: .one,
            revision: 9,
            consume: true
        )
        let event = Wire.Event(revision: 3, kind: .itemFailed, zone: "küche", timeNs: .min, nowPlaying: now, item: item)
        #expect(try Wire.Event(decoding: event.encoded()) == event)
        let list = Wire.ListResponse(items: [item, Wire.Item(), item], hasCurrent: true, currentId: 5)
        #expect(try Wire.ListResponse(decoding: list.encoded()) == list)
        let add = Wire.AddRequest(uris: ["a", "", "ü"], place: .replace, expectedVersion: 1)
        #expect(try Wire.AddRequest(decoding: add.encoded()) == add)
        let remove = Wire.RemoveRequest(ids: [0, 1, .max])
        #expect(try Wire.RemoveRequest(decoding: remove.encoded()) == remove)
        let fetched = Wire.FetchPacketsResponse(generation: 1, payloads: [[], [0, 1, 255], [9]], nextSequence: 3)
        #expect(try Wire.FetchPacketsResponse(decoding: fetched.encoded()) == fetched)
    }

    @Test func anEmptyMessageIsNoBytes() throws {
        #expect(Wire.Item().encoded().isEmpty)
        #expect(try Wire.Item(decoding: []) == Wire.Item())
        #expect(try Wire.LeaveResponse(decoding: []) == Wire.LeaveResponse())
    }

    @Test func absentAndEmptySubmessagesDiffer() throws {
        let present = Wire.TransportResponse(nowPlaying: Wire.NowPlaying())
        #expect(try Wire.TransportResponse(decoding: present.encoded()) == present)
        #expect(present != Wire.TransportResponse())
    }

    @Test(
        arguments: [
            [0x1A, 1, 0xFF],  // not UTF-8
            [0x1A, 3, 0x61, 0, 0x62],  // NUL inside
            [0x1A, 1, 0],  // NUL alone
            [0x1A, 2, 0x61, 0],  // NUL at the end
            [0x1A, 2, 0xC0, 0x80],  // overlong NUL
            [0x1A, 3, 0xED, 0xA0, 0x80],  // surrogate
        ] as [[UInt8]]
    )
    func badTextIsRefusedAndItsFieldNamed(bytes: [UInt8]) {
        let error = #expect(throws: WireFormatError.self) { try Wire.Item(decoding: bytes) }
        #expect(error?.code == .invalidText)
        #expect(error?.message.contains("tutti.v1.Item.uri") == true)
    }

    @Test func badTextDeepInsideIsRefused() {
        let bytes: [UInt8] = [0x0A, 0] + [0x0A, 3, 0x1A, 1, 0xFF]  // a list of an item and a bad item
        let error = #expect(throws: WireFormatError.self) { try Wire.ListResponse(decoding: bytes) }
        #expect(error?.message.contains("tutti.v1.Item.uri") == true)
        let uris = #expect(throws: WireFormatError.self) { try Wire.AddRequest(decoding: [0x12, 1, 0x80]) }
        #expect(uris?.message.contains("tutti.v1.AddRequest.uris") == true)
    }

    @Test func anExplicitlyEmptyStringIsEmpty() throws {
        #expect(try Wire.Item(decoding: [0x1A, 0]) == Wire.Item())
    }

    @Test func aNULInTextIsSentAsReplacement() throws {
        let sent = Wire.Item(uri: "\0a\0", title: "\0")
        #expect(try Wire.Item(decoding: sent.encoded()) == Wire.Item(uri: "\u{FFFD}a\u{FFFD}", title: "\u{FFFD}"))
    }

    @Test func unknownEnumValuesAndFieldsAreTolerated() throws {
        let bytes: [UInt8] = [0x08, 0x63, 0x98, 0x3F, 1, 0x28, 2]  // state 99, unknown field 1011, mode loop
        let now = try Wire.NowPlaying(decoding: bytes)
        #expect(now == Wire.NowPlaying(state: .unspecified, mode: .loop))
        let negative: [UInt8] = [0x08] + [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(try Wire.NowPlaying(decoding: negative).state == .unspecified)
    }

    @Test func aMessageThatNeedsTooMuchMemoryIsRefused() {
        // Each empty item is 2 bytes here and a struct of more than 100 there.
        let bytes = [UInt8]((0..<1_000_000).flatMap { _ in [0x0A, 0] as [UInt8] })
        let error = #expect(throws: WireFormatError.self) { try Wire.ListResponse(decoding: bytes) }
        #expect(error?.code == .tooLarge)
    }

    @Test func prefixesAndNoiseNeverTrap() {
        let now = Wire.NowPlaying(state: .playing, item: item, positionMs: 12_345)
        let bytes = Wire.Event(nowPlaying: now, item: item, room: Wire.Room(id: "x", sync: Wire.SyncReport())).encoded()
        for count in 0..<bytes.count { _ = try? Wire.Event(decoding: Array(bytes[..<count])) }
        var random = SeededBytes(seed: 1)
        for _ in 0..<20_000 {
            _ = try? Wire.Event(decoding: random.damaged(bytes))
            _ = try? Wire.ListResponse(decoding: random.bytes(atMost: 60))
            _ = try? Wire.FetchPacketsResponse(decoding: random.bytes(atMost: 60))
        }
    }

    @Test func methodsCarryTheirServiceName() {
        let play: WireMethod<Wire.PlayRequest, Wire.TransportResponse> = Wire.PlayerService.play
        #expect(play.name == "tutti.v1.PlayerService/Play")
        #expect(Wire.RoomService.fetchPackets.name == "tutti.v1.RoomService/FetchPackets")
    }
}
