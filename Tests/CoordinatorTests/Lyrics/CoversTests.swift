import AudioCore
import LinuxSystem
import RPC
import Synchronization
import Testing

@testable import Coordinator

/// Covers by the names of tracks; some come when the test lets them.
private final class Server: TrackDescribing {
    let asked = Mutex<[String]>([])
    /// How many waits were ended by whoever waited.
    let left = Mutex(0)
    private let opened: EventSignal

    init() throws { opened = try EventSignal() }

    func describe(uri: String) throws(AudioError) -> TrackDescription { TrackDescription() }

    func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? {
        asked.withLock { $0.append(uri) }
        if uri.hasSuffix("slow") {
            let unwanted = opened
            monitor.whenCancelled { unwanted.signal() }
            _ = Poll.wait(for: [opened.fileDescriptor], timeout: nil)
            if monitor.isCancelled { left.withLock { $0 += 1 } }
        }
        if uri.hasSuffix("busy") { throw AudioError(.unavailable, "busy") }
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
    private let clock = ManualClock()

    private func serving(_ body: (Server, Covers) async throws -> Void) async throws {
        let server = try Server()
        let covers = Covers(describing: server, slow: SlowCalls(), clock: clock.reading)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await covers.run() }
            defer { covers.beginGracefulShutdown() }
            try await body(server, covers)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aSlowServerHoldsUpNoOtherCover() async throws {
        try await serving { (server, covers) async throws in
            async let slow = covers.cover(uri: "http://a/slow")
            while !server.asked.withLock({ $0.contains("http://a/slow") }) { await Task.yield() }
            #expect(try await covers.cover(uri: "http://a/quick")?.bytes == Array("http://a/quick".utf8))
            #expect(try await covers.cover(uri: "/music/file")?.bytes == Array("/music/file".utf8))
            server.open()
            #expect(try await slow?.bytes == Array("http://a/slow".utf8))
        }
    }

    @Test(arguments: ["http://a/gone", "http://a/none", "/gone"])
    func whatCannotBeReadIsNoCover(uri: String) async throws {
        try await serving { (_, covers) async throws in #expect(try await covers.cover(uri: uri) == nil) }
    }

    @Test func whatCameOverANetworkIsKeptForAWhile() async throws {
        try await serving { (server, covers) async throws in
            for uri in ["http://a/1", "http://a/none", "http://a/1", "http://a/none", "/file", "/file"] {
                _ = try await covers.cover(uri: uri)
            }
            #expect(server.asked.withLock { $0 } == ["http://a/1", "http://a/none", "/file", "/file"])
            for number in 2...5 { _ = try await covers.cover(uri: "http://a/\(number)") }
            _ = try await covers.cover(uri: "http://a/1")
            #expect(server.asked.withLock { $0.count { $0 == "http://a/1" } } == 2)
        }
    }

    @Test(arguments: ["http://a/busy", "http://a/none"]) func aServerThatGaveNoPictureIsAskedAgainAfterAWhile(
        uri: String
    ) async throws {
        try await serving { (server, covers) async throws in
            let otherwise = uri.hasSuffix("none") ? "http://a/p/none" : nil
            let requests = otherwise == nil ? 1 : 2
            for seconds in [0, 30, 29] {
                clock.now = clock.now + .seconds(Double(seconds))
                #expect(try await covers.cover(uri: uri, otherwise: otherwise) == nil)
                #expect(server.asked.withLock { $0.count } == requests)
            }
            clock.now = clock.now + .seconds(1)
            #expect(try await covers.cover(uri: uri, otherwise: otherwise) == nil)
            #expect(server.asked.withLock { $0.count } == 2 * requests)
        }
    }

    @Test func thePlaylistsPictureIsTheCoverOfWhatHasNone() async throws {
        try await serving { (server, covers) async throws in
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

    /// Until `count` callers wait.
    private func waits(_ count: Int, in covers: Covers) async {
        while covers.fetches.waiting != count { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(1))) func thoseWhoWantTheSameCoverShareOneFetch() async throws {
        try await serving { (server, covers) async throws in
            let others = (1...5).map { _ in Task { try await covers.cover(uri: "http://a/slow") } }
            await waits(5, in: covers)
            // Whoever goes takes nobody along, the first one neither.
            others[0].cancel()
            let error = await #expect(throws: RPCError.self) { try await others[0].value }
            #expect(error?.code == .cancelled)
            await waits(4, in: covers)
            server.open()
            for other in others.dropFirst() {
                #expect(try await other.value?.bytes == Array("http://a/slow".utf8))
            }
            #expect(server.asked.withLock { $0 } == ["http://a/slow"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func theLastOneThatGoesEndsTheFetch() async throws {
        try await serving { (server, covers) async throws in
            let callers = (1...2).map { _ in Task { try await covers.cover(uri: "http://a/slow") } }
            await waits(2, in: covers)
            while server.asked.withLock({ $0.isEmpty }) { await Task.yield() }
            for caller in callers { caller.cancel() }
            for caller in callers { await #expect(throws: RPCError.self) { try await caller.value } }
            // Nobody opens: it is the wait that ends.
            while server.left.withLock({ $0 == 0 }) { await Task.yield() }
        }
    }

    @Test(.timeLimit(.minutes(1))) func aShutdownEndsWhatIsFetched() async throws {
        let (server, slow) = (try Server(), SlowCalls())
        let covers = Covers(describing: server, slow: slow, clock: clock.reading)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await covers.run() }
            let caller = Task { try await covers.cover(uri: "http://a/slow") }
            while server.asked.withLock({ $0.isEmpty }) { await Task.yield() }
            slow.beginGracefulShutdown()
            covers.beginGracefulShutdown()
            let error = await #expect(throws: RPCError.self) { try await caller.value }
            #expect(error?.code == .unavailable)
            try await group.waitForAll()
        }
        let late = await #expect(throws: RPCError.self) { try await covers.cover(uri: "/a") }
        #expect(late?.code == .unavailable)
    }
}
