import AudioCore
import LinuxSystem
import LyricsCore
import PlaybackCore
import RPC
import Synchronization
import Testing

@testable import Coordinator

/// Tags by address; some come when the test lets them.
private final class Server: TrackDescribing {
    let asked = Mutex<[String]>([])
    private let opened: EventSignal

    init() throws { opened = try EventSignal() }

    func describe(uri: String) throws(AudioError) -> TrackDescription {
        var description = TrackDescription()
        description.lyrics = .sidecar("file")
        return description
    }

    func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? { nil }

    func lyrics(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> LyricsText? {
        asked.withLock { $0.append(uri) }
        if uri.hasSuffix("slow") {
            let unwanted = opened
            monitor.whenCancelled { unwanted.signal() }
            _ = Poll.wait(for: [opened.fileDescriptor], timeout: nil)
        }
        if uri.hasSuffix("gone") { throw AudioError(.notFound, "gone") }
        return uri.hasSuffix("none") ? nil : .unsynchronized(uri)
    }

    func open() { opened.signal() }
}

@Suite struct NetworkLyricsTests {
    private func serving(_ body: (Server, LyricsReader, NetworkLyrics) async throws -> Void) async throws {
        let server = try Server()
        let network = NetworkLyrics(describing: server, slow: SlowCalls())
        let executor = try ThreadExecutor(name: "lyrics")
        let reader = LyricsReader(desk: LyricsDesk(executor: executor, describing: server), network: network)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await network.run() }
            group.addTask { try await executor.run() }
            group.addTask {
                await reader.run()
                executor.beginGracefulShutdown()
            }
            defer {
                network.beginGracefulShutdown()
                reader.beginGracefulShutdown()
            }
            try await body(server, reader, network)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aSlowServerHoldsUpNobody() async throws {
        try await serving { (server, reader, network) async throws in
            async let slow = reader.lyrics(uri: "http://a/slow")
            while server.asked.withLock({ !$0.contains("http://a/slow") }) { await Task.yield() }
            #expect(try await reader.lyrics(uri: "http://a/quick")?.lines.map(\.text) == ["http://a/quick"])
            #expect(try await reader.lyrics(uri: "/file")?.source == .sidecar)
            #expect(network.fetches.waiting == 1)
            server.open()
            #expect(try await slow?.lines.map(\.text) == ["http://a/slow"])
        }
    }

    @Test func whatCameIsKeptForAWhileAndErrorsAreTold() async throws {
        try await serving { (server, reader, _) async throws in
            for _ in 1...2 {
                #expect(try await reader.lyrics(uri: "http://a/1") != nil)
                #expect(try await reader.lyrics(uri: "http://a/none") == nil)
            }
            #expect(server.asked.withLock { $0 } == ["http://a/1", "http://a/none"])
            let error = await #expect(throws: RPCError.self) { try await reader.lyrics(uri: "http://a/gone") }
            #expect(error?.code == .notFound)
        }
    }

    @Test(.timeLimit(.minutes(1))) func cancellingEndsTheWait() async throws {
        try await serving { (server, reader, _) async throws in
            let caller = Task { try await reader.lyrics(uri: "http://a/slow") }
            while server.asked.withLock({ $0.isEmpty }) { await Task.yield() }
            caller.cancel()
            let error = await #expect(throws: RPCError.self) { try await caller.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test(.timeLimit(.minutes(1))) func zonesAreReadFilesAndTextsButNoAddresses() async throws {
        try await serving { (server, reader, _) async throws in
            let inbox = ZoneInbox()
            reader.request(ItemID(1), uri: "http://a/1", for: inbox)
            reader.request(ItemID(2), uri: "/file", for: inbox)
            reader.request(ItemID(3), text: .unsynchronized("found"), for: inbox)
            var read: [String] = []
            for await message in inbox.messages {
                guard case .lyrics(let item, let lyrics) = message else { continue }
                read.append("\(item.rawValue) \(lyrics?.lines.first?.text ?? "")")
                if read.count == 2 { break }
            }
            #expect(read == ["2 file", "3 found"])
            #expect(server.asked.withLock { $0.isEmpty })
        }
    }
}
