import AudioCore
import LinuxSystem
import RPC
import Synchronization
import Testing

@testable import Coordinator

/// Covers by the names of tracks; some come when the test lets them.
private final class Server: TrackDescribing {
    let asked = Mutex<[String]>([])
    private let opened: EventSignal

    init() throws { opened = try EventSignal() }

    func describe(uri: String) throws(AudioError) -> TrackDescription { TrackDescription() }

    func cover(uri: String) throws(AudioError) -> Picture? {
        asked.withLock { $0.append(uri) }
        if uri.hasSuffix("slow") {
            _ = Poll.wait(for: [opened.fileDescriptor], timeout: nil)
        }
        if uri.hasSuffix("gone") { throw AudioError(.notFound, "gone") }
        return uri.hasSuffix("none") ? nil : Picture(mimeType: "image/png", bytes: Array(uri.utf8))
    }

    func picture(at uri: String) -> Picture? {
        asked.withLock { $0.append(uri) }
        return uri.hasSuffix("none") ? nil : Picture(mimeType: "image/png", bytes: Array(uri.utf8))
    }

    func open() { opened.signal() }
}

@Suite struct CoversTests {
    @Test(.timeLimit(.minutes(1))) func aSlowServerHoldsUpNoOtherCover() async throws {
        let server = try Server()
        let covers = Covers(describing: server, slow: SlowCalls())
        async let slow = covers.cover(uri: "http://a/slow")
        while !server.asked.withLock({ $0.contains("http://a/slow") }) { await Task.yield() }
        #expect(try await covers.cover(uri: "http://a/quick")?.bytes == Array("http://a/quick".utf8))
        #expect(try await covers.cover(uri: "/music/file")?.bytes == Array("/music/file".utf8))
        server.open()
        #expect(try await slow?.bytes == Array("http://a/slow".utf8))
    }

    @Test(arguments: ["http://a/gone", "http://a/none", "/gone"])
    func whatCannotBeReadIsNoCover(uri: String) async throws {
        #expect(try await Covers(describing: try Server(), slow: SlowCalls()).cover(uri: uri) == nil)
    }

    @Test func whatCameOverANetworkIsKeptForAWhile() async throws {
        let server = try Server()
        let covers = Covers(describing: server, slow: SlowCalls())
        for uri in ["http://a/1", "http://a/none", "http://a/1", "http://a/none", "/file", "/file"] {
            _ = try await covers.cover(uri: uri)
        }
        #expect(server.asked.withLock { $0 } == ["http://a/1", "http://a/none", "/file", "/file"])
        for number in 2...5 { _ = try await covers.cover(uri: "http://a/\(number)") }
        _ = try await covers.cover(uri: "http://a/1")
        #expect(server.asked.withLock { $0.count { $0 == "http://a/1" } } == 2)
    }

    @Test func thePlaylistsPictureIsTheCoverOfWhatHasNone() async throws {
        let server = try Server()
        let covers = Covers(describing: server, slow: SlowCalls())
        #expect(try await covers.cover(uri: "/a", otherwise: "http://h/p.png")?.bytes == Array("/a".utf8))
        #expect(try await covers.cover(uri: "/none", otherwise: "/p.png")?.bytes == Array("/p.png".utf8))
        for _ in 1...2 {
            let cover = try await covers.cover(uri: "http://h/gone", otherwise: "http://h/p.png")
            #expect(cover?.bytes == Array("http://h/p.png".utf8))
        }
        #expect(try await covers.cover(uri: "/none", otherwise: "/b/none") == nil)
        #expect(server.asked.withLock { $0.count { $0 == "http://h/p.png" } } == 1)
    }
}
