import AudioCore
import TestSupport
import Testing

@testable import HTTPSource

/// The first request to a server, and where it leads.
@Suite struct FirstContactTests {
    private let file = noise(200_000)

    @Test func aServerThatDoesNotAnswerIsNotAskedAgainAtFirst() throws {
        let server = try TestServer(["/music": { $1.hang() }])
        defer { server.stop() }
        var options = quickOptions
        options.answerTimeout = .milliseconds(300)
        let opener = HTTPOpener(options: options)
        let error = #expect(throws: AudioError.self) {
            try opener.open(uri: server.url("/music"), monitor: TestMonitor())
        }
        #expect(error?.code == .unavailable)
        #expect(server.requests("/music").count <= 1)
    }

    @Test func redirectsAreFollowedAndTheOriginalIsAskedAgainAfterACut() throws {
        let server = try TestServer([
            "/start": { $1.answer("302 Found", ["Location: next/\($0.earlier)"], body: []) },
            "/next/0": { $1.serve(file, $0, sending: 60_000) },
            "/next/1": { $1.serve(file, $0) },
        ])
        defer { server.stop() }
        let source = try HTTPOpener(options: quickOptions).open(uri: server.url("/start"), monitor: TestMonitor())
        let isRight = try readAll(source) == file
        #expect(isRight)
        #expect(server.requests("/start").count == 2)
        #expect(server.requests("/next/1").first?.start == 60_000)
        #expect(server.requests("/next/1").first?.fields["if-range"] == "\"v1\"")
        #expect(server.requests("/start").allSatisfy { $0.fields["user-agent"] == "tutti/test" })
    }

    @Test func anAddressWithoutAServerIsToldInWords() throws {
        let server = try TestServer([:])
        let url = server.url("/a.mp3")
        server.stop()
        let opener = HTTPOpener(options: quickOptions)
        let error = #expect(throws: AudioError.self) { try opener.open(uri: url, monitor: TestMonitor()) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("cannot be reached") == true, "\(error?.message ?? "")")
    }
}
