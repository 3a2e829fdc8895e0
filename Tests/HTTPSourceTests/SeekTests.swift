import AudioCore
import TestSupport
import Testing

@testable import HTTPSource

@Suite struct SeekTests {
    private static let file = noise(900_000)

    private func expect(_ source: any ByteSource, at offset: Int) throws {
        try source.seek(to: Int64(offset))
        let isRight =
            try readAll(source, limit: 5_000) == Array(Self.file[offset..<min(offset + 5_000, Self.file.count)])
        #expect(isRight)
    }

    @Test func whereverTheServerSendsPartsAllPlacesAreReached() throws {
        let server = try TestServer(["/file": { $1.serve(Self.file, $0) }])
        defer { server.stop() }
        var options = quickOptions
        options.bufferBytes = 100_000
        let source = try HTTPOpener(options: options).open(uri: server.url("/file"), monitor: TestMonitor())
        #expect(source.isSeekable)
        #expect(source.size == 900_000)
        for offset in [10, 890_000, 400_000, 400_100, 450_000, 399_000, 0, 899_000] { try expect(source, at: offset) }
        try source.seek(to: 900_000)
        #expect(try readAll(source) == [])
        try source.seek(to: 5)
        let isRight = try readAll(source) == Array(Self.file[5...])
        #expect(isRight)
    }

    @Test func beginningElsewhereAsksForNothingElse() throws {
        let server = try TestServer(["/file": { $1.serve(Self.file, $0) }])
        defer { server.stop() }
        let source = try #require(HTTPOpener(options: quickOptions).beside(uri: server.url("/file"), from: 300_000))
        let isRight = try readAll(source) == Array(Self.file[300_000...])
        #expect(isRight)
        #expect(source.size == 900_000)
        #expect(server.requests("/file").compactMap(\.start) == [300_000])
    }

    @Test func beginningElsewhereReadsThroughWhatIsSentAllTheSame() throws {
        let server = try TestServer(["/file": { $1.answer("200 OK", [], body: Self.file) }])
        defer { server.stop() }
        let source = try #require(HTTPOpener(options: quickOptions).beside(uri: server.url("/file"), from: 300_000))
        let isRight = try readAll(source) == Array(Self.file[300_000...])
        #expect(isRight)
    }

    @Test func whereItDoesNotOnlyForward() throws {
        let server = try TestServer(["/file": { $1.answer("200 OK", [], body: Self.file) }])
        defer { server.stop() }
        let source = try HTTPOpener(options: quickOptions).open(uri: server.url("/file"), monitor: TestMonitor())
        #expect(!source.isSeekable)
        for offset in [10, 100_000, 700_000] { try expect(source, at: offset) }
        #expect(throws: AudioError.self) { try source.seek(to: 10) }
    }

    /// It answers the question for all of it with the whole instead of a part.
    @Test(arguments: [["Accept-Ranges: bytes"], []])
    func aServerThatSendsOnlyRealPartsIsAskedForThem(fields: [String]) throws {
        let server = try TestServer([
            "/file": { request, connection in
                guard let start = request.start, start > 0 else {
                    connection.head("200 OK", fields + ["Content-Length: \(Self.file.count)"])
                    connection.send(Self.file.prefix(300_000))
                    return
                }
                connection.serve(Self.file, request, tag: nil)
            }
        ])
        defer { server.stop() }
        let source = try HTTPOpener(options: quickOptions).open(uri: server.url("/file"), monitor: TestMonitor())
        #expect(source.isSeekable == !fields.isEmpty)
        let isRight = try readAll(source) == Self.file
        #expect(isRight)
        #expect(server.requests("/file").compactMap(\.start) == [0, 300_000])
        #expect(source.isSeekable)
        try expect(source, at: 10)
    }

    @Test func aServerThatPromisesPartsAndSendsNoneIsReadThrough() throws {
        let server = try TestServer(["/file": { $1.answer("200 OK", ["Accept-Ranges: bytes"], body: Self.file) }])
        defer { server.stop() }
        var options = quickOptions
        options.bufferBytes = 100_000
        let source = try HTTPOpener(options: options).open(uri: server.url("/file"), monitor: TestMonitor())
        try expect(source, at: 800_000)
        #expect(!source.isSeekable)
        #expect(throws: AudioError.self) { try source.seek(to: 10) }
    }

    @Test func aReaderThatRestsHoldsTheServerBackAndGoesOnLater() throws {
        let server = try TestServer(["/file": { $1.serve(Self.file, $0) }])
        defer { server.stop() }
        var options = quickOptions
        options.bufferBytes = 50_000
        let source = try HTTPOpener(options: options).open(uri: server.url("/file"), monitor: TestMonitor())
        #expect(try readAll(source, limit: 100) == Array(Self.file[..<100]))
        #expect(source.waiting.bytes < 200_000)
        let isRight = try readAll(source) == Array(Self.file[100...])
        #expect(isRight)
        #expect(source.waiting.isComplete)
    }

    @Test func aFetchEndsWithItsTask() async throws {
        let server = try TestServer(["/list": { _, connection in connection.hang() }])
        defer { server.stop() }
        let uri = server.url("/list")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return #expect(throws: AudioError.self) { try HTTPFetcher(options: quickOptions).fetch(uri: uri, limit: 9) }
        }
        #expect(await task.value?.message.contains("took too long") == true)
    }
}

@Suite struct FetchTests {
    private let text = Array("#EXTM3U\na.mp3\n".utf8)

    @Test func smallThingsAreFetchedWhole() throws {
        let text = text
        let server = try TestServer([
            "/list": { $1.answer("301 Moved", ["Location: /there/list.m3u"], body: []) },
            "/there/list.m3u": { $1.answer("200 OK", ["Content-Type: audio/X-MPEGurl; charset=utf-8"], body: text) },
            "/music": { _, connection in
                connection.head("200 OK", ["Content-Type: audio/mpeg"])
                connection.send(noise(1_000))
                connection.hang()
            },
            "/unnamed": { _, connection in
                connection.head("200 OK", [])
                connection.send(Array("ID3".utf8) + noise(1_000))
                connection.hang()
            },
            "/stall": { $1.hang() },
        ])
        defer { server.stop() }
        var options = quickOptions
        options.fetchTimeout = .milliseconds(500)
        let fetcher = HTTPFetcher(options: options)
        let got = try fetcher.fetch(uri: server.url("/list"), limit: 1_000)
        #expect(got.bytes == text)
        #expect(got.mediaType == "audio/x-mpegurl")
        #expect(got.uri == server.url("/there/list.m3u"))
        for (path, limit, words) in [
            ("/list", 5, "longer"), ("/music", 9_000, "audio"), ("/unnamed", 9_000, "audio"), ("/no", 9, "404"),
            ("/stall", 9, "time"),
        ] {
            let error = #expect(throws: AudioError.self) { try fetcher.fetch(uri: server.url(path), limit: limit) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(throws: AudioError.self) { try fetcher.fetch(uri: "ftp://127.0.0.1/a", limit: 9) }
        #expect(try fetcher.fetch(uri: "\(#filePath)", limit: 100_000).bytes.starts(with: "import".utf8))
        #expect(throws: AudioError.self) { try fetcher.fetch(uri: "\(#filePath)", limit: 10) }
    }

    /// The text, compressed by gzip.
    private static let gzipped: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 83, 118, 141, 8, 241, 53, 14, 229, 74, 212, 203, 45, 48, 230, 2, 0,
        249, 208, 24, 195, 14, 0, 0, 0,
    ]
    /// A thousand line ends.
    private static let bomb: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 227, 226, 26, 5, 163, 96, 20, 12, 119, 0, 0, 40, 6, 130, 238, 232,
        3, 0, 0,
    ]

    @Test func whatComesCompressedIsTakenApart() throws {
        let text = text
        let server = try TestServer([
            "/gzip": { $1.answer("200 OK", ["Content-Encoding: gzip"], body: Self.gzipped) },
            "/misnamed": { $1.answer("200 OK", ["Content-Encoding: UTF-8"], body: text) },
            "/plain": { $1.answer("200 OK", ["Content-Encoding: gzip"], body: text) },
            "/bomb": { $1.answer("200 OK", ["Content-Encoding: gzip"], body: Self.bomb) },
        ])
        defer { server.stop() }
        let fetcher = HTTPFetcher(options: quickOptions)
        for path in ["/gzip", "/misnamed", "/plain"] {
            #expect(try fetcher.fetch(uri: server.url(path), limit: 1_000).bytes == text, "\(path)")
        }
        #expect(server.requests("/gzip").first?.fields["accept-encoding"] == "identity")
        #expect(try fetcher.fetch(uri: server.url("/bomb"), limit: 1_000).bytes.count == 1_000)
        let error = #expect(throws: AudioError.self) { try fetcher.fetch(uri: server.url("/bomb"), limit: 999) }
        #expect(error?.message.contains("longer than 999 bytes") == true)
    }
}
