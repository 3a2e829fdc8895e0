import AudioCore
import TestSupport
import Testing
import TextRecognition

@testable import HTTPSource

/// Stations: streams without an end.
@Suite struct StationTests {
    private static let music = noise(340_000)

    private func open(_ server: TestServer, _ monitor: TestMonitor = TestMonitor()) throws -> any ByteSource {
        try HTTPOpener(options: quickOptions).open(uri: server.url("/radio"), monitor: monitor)
    }

    @Test func metadataIsTakenOutAndTitlesAreTold() throws {
        let server = try TestServer([
            "/radio": { request, connection in
                #expect(request.fields["icy-metadata"] == "1")
                connection.head("200 OK", ["icy-name: Test", "icy-metaint: 1000", "Content-Type: audio/mpeg"])
                var station = TestStation(interval: 1_000)
                connection.send(station.stream(Self.music[..<5_500], title: [0x4D, 0xFC, 0x6C, 0x6C]))
                connection.send(station.stream(Self.music[5_500..<20_000], title: Array("Zwei".utf8)))
                connection.hang()
            }
        ])
        defer { server.stop() }
        let source = try open(server)
        #expect(source.isLive)
        #expect(!source.isSeekable)
        #expect(source.size == nil)
        var bytes = try readAll(source, limit: 1_000)
        #expect(source.streamTitle == "")
        bytes += try readAll(source, limit: 1)
        #expect(source.streamTitle == "Müll")
        bytes += try readAll(source, limit: 4_999)
        #expect(source.streamTitle == "Müll")
        bytes += try readAll(source, limit: 14_000)
        #expect(source.streamTitle == "Zwei")
        let isRight = bytes == Array(Self.music[..<20_000])
        #expect(isRight)
    }

    /// In Windows-1251 and GBK.
    @Test(arguments: [
        (
            [
                0xCA, 0xE8, 0xED, 0xEE, 0x20, 0x2D, 0x20, 0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0, 0x20, 0xEA, 0xF0, 0xEE,
                0xE2, 0xE8,
            ],
            "Кино - Группа крови"
        ),
        ([0xD6, 0xDC, 0xBD, 0xDC, 0xC2, 0xD7, 0x20, 0x2D, 0x20, 0xB5, 0xBE, 0xCF, 0xE3], "周杰伦 - 稻香"),
        ([0x42, 0x6A, 0xF6, 0x72, 0x6B, 0x20, 0x2D, 0x20, 0x43, 0x61, 0x66, 0xE9], "Björk - Café"),
    ])
    func namesAndTitlesInAnyCharacterSetAreText(bytes: [UInt8], text: String) throws {
        let server = try TestServer([
            "/radio": { _, connection in
                connection.send(Array("HTTP/1.1 200 OK\r\nicy-name: ".utf8) + bytes + Array(" \r\n".utf8))
                connection.send("icy-metaint: 1000\r\nConnection: close\r\n\r\n")
                var station = TestStation(interval: 1_000)
                connection.send(station.stream(Self.music[..<5_500], title: bytes))
                connection.hang()
            }
        ])
        defer { server.stop() }
        var options = quickOptions
        options.text = { TextRecognizer().text(of: $0) }
        let source = try HTTPOpener(options: options).open(uri: server.url("/radio"), monitor: TestMonitor())
        #expect(source.stationName == text)
        #expect(try readAll(source, limit: 2_000).count == 2_000)
        #expect(source.streamTitle == text)
    }

    @Test func whatServersSendWithoutANameIsNone() {
        #expect(StationName.text(Array(" no name ".utf8), StreamText.text) == nil)
        #expect(StationName.text([], StreamText.text) == nil)
        #expect(StationName.text(Array("Radio No Name".utf8), StreamText.text) == "Radio No Name")
    }

    @Test func shoutcastAnswersAreUnderstood() throws {
        let server = try TestServer([
            "/radio": { _, connection in
                connection.send("ICY 200 OK\r\nicy-notice1: hello\r\nicy-metaint:500\r\n\r\n")
                var station = TestStation(interval: 500)
                connection.send(station.stream(Self.music[..<9_000], title: Array("One".utf8)))
                connection.hang()
            }
        ])
        defer { server.stop() }
        let source = try open(server)
        #expect(source.isLive)
        let isRight = try readAll(source, limit: 9_000) == Array(Self.music[..<9_000])
        #expect(isRight)
        #expect(source.streamTitle == "One")
    }

    /// A station that drops everyone after each 50,000 bytes, refuses once, hangs once, and begins with a burst of what
    /// came before.
    @Test func itIsAskedForEverAndNoSecondComesTwice() throws {
        let server = try TestServer([
            "/radio": { request, connection in
                switch request.earlier {
                case 1: connection.answer("404 Not Found", [], body: [])
                case 2: connection.answer("503 Busy", [], body: [])
                case 3: connection.hang()
                default:
                    let start = max(0, [0, 0, 0, 0, 50_000, 100_000, 150_000][min(request.earlier, 6)] - 9_000)
                    connection.head("200 OK", ["icy-br: 128", "icy-metaint: 777"])
                    var station = TestStation(interval: 777)
                    let end = [50_000, 0, 0, 0, 100_000, 150_000, 200_000][min(request.earlier, 6)]
                    connection.send(station.stream(Self.music[start..<end], title: Array("T".utf8)))
                    if request.earlier == 6 { connection.hang() }
                }
            }
        ])
        defer { server.stop() }
        let monitor = TestMonitor()
        let source = try open(server, monitor)
        let isRight = try readAll(source, limit: 200_000) == Array(Self.music[..<200_000])
        #expect(isRight)
        #expect(monitor.troubles.contains { $0.contains("404") && $0.contains("trying again") })
        #expect(monitor.troubles.contains { $0.contains("did not answer in time") })
    }

    @Test func aStationThatGoesOnElsewhereGoesOnThere() throws {
        let server = try TestServer([
            "/radio": { request, connection in
                connection.head("200 OK", ["icy-br: 128"])
                let start = request.earlier * 300_000
                connection.send(Self.music[start..<start + 30_000])
                if request.earlier > 0 { connection.hang() }
            }
        ])
        defer { server.stop() }
        let bytes = try readAll(try open(server), limit: 60_000)
        let isRight = bytes == Array(Self.music[..<30_000]) + Array(Self.music[300_000..<330_000])
        #expect(isRight)
    }

    private static func buffer(joints: [Int64]) throws -> StreamBuffer {
        let buffer = try StreamBuffer(capacity: 1 << 20)
        buffer.append(music[..<60_000])
        for joint in joints { buffer.appendJoint(at: joint) }
        return buffer
    }

    private static func read(_ buffer: StreamBuffer, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes {
            try buffer.read(into: $0, cancelled: AudioError(.unavailable, "over"))
        }
        return Array(bytes[..<got])
    }

    @Test func nobodyGetsBehindAJointButByCrossingIt() throws {
        let buffer = try Self.buffer(joints: [30_000])
        #expect(!buffer.seek(to: 30_001, near: 65_536))
        #expect(buffer.seek(to: 29_990, near: 65_536))
        #expect(!buffer.crossJoint())
        #expect(try Self.read(buffer, 4_096) == Array(Self.music[29_990..<30_000]))
        #expect(try Self.read(buffer, 4_096).isEmpty)
        #expect(!buffer.seek(to: 50_000, near: 65_536))
        #expect(buffer.crossJoint() && !buffer.crossJoint())
        #expect(try Self.read(buffer, 4_096) == Array(Self.music[30_000..<34_096]))
        #expect(buffer.seek(to: 50_000, near: 65_536))
    }

    /// Of a station that drops everyone all the time.
    @Test func jointsThatFollowEachOtherShortlyAreOne() throws {
        let buffer = try Self.buffer(joints: Array(stride(from: 600, to: 60_000, by: 600)))
        var joints: [Int64] = []
        while buffer.offset < 60_000 {
            if try Self.read(buffer, 10_000).isEmpty {
                #expect(buffer.crossJoint())
                joints.append(buffer.offset)
            }
        }
        #expect(joints == [600, 9_000, 17_400, 25_800, 34_200, 42_600, 51_000, 59_400])
    }

    @Test func aStreamWithoutLengthOrNameIsKnownToBeLiveWhenItBeginsAnew() throws {
        let server = try TestServer([
            "/radio": { request, connection in
                connection.head("200 OK", ["Transfer-Encoding: chunked"])
                let start = request.earlier * 300_000
                connection.chunks(Array(Self.music[start..<start + 30_000]), isWhole: false)
                if request.earlier > 0 { connection.hang() }
            }
        ])
        defer { server.stop() }
        let source = try open(server)
        let bytes = try readAll(source, limit: 60_000)
        let isRight = bytes == Array(Self.music[..<30_000]) + Array(Self.music[300_000..<330_000])
        #expect(isRight)
        #expect(source.isLive)
    }

    @Test func cancellingEndsAReadThatWaits() throws {
        let server = try TestServer([
            "/radio": { _, connection in
                connection.head("200 OK", ["icy-br: 128"])
                connection.send(Self.music[..<100])
                connection.hang()
            }
        ])
        defer { server.stop() }
        let monitor = TestMonitor()
        let source = try open(server, monitor)
        #expect(try readAll(source, limit: 100).count == 100)
        monitor.cancel()
        let error = #expect(throws: AudioError.self) { try readAll(source) }
        #expect(error?.message.contains("not wanted any more") == true)
    }

    /// Some answer the question for a part with one, and even with a length.
    @Test(arguments: ["Content-Range: bytes 0-/*", "Content-Range: bytes 0-221183499/221183500", "icy-br: 128"])
    func aStationThatSendsPartsIsLive(field: String) throws {
        let server = try TestServer([
            "/radio": { request, connection in
                connection.head("206 Partial Content", [field, "icy-metaint: 1000"])
                var station = TestStation(interval: 1_000)
                let start = request.earlier * 20_000
                connection.send(station.stream(Self.music[start..<start + 20_000], title: Array("T".utf8)))
                if request.earlier > 0 { connection.hang() }
            }
        ])
        defer { server.stop() }
        let source = try open(server)
        #expect(source.isLive && source.size == nil && !source.isSeekable)
        #expect(try readAll(source, limit: 40_000) == Array(Self.music[..<40_000]))
    }
}
