import AudioCore
import Glibc
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Playlists on their way into the queue.
@Suite struct PlaylistAddingTests {
    private struct Lists: PlaylistExpanding {
        var lists: [String: ExpandedPlaylist]

        func expand(uri: String) throws(AudioError) -> ExpandedPlaylist? {
            if uri.hasSuffix("hls") { throw AudioError(.unsupported, "cannot play \(uri): it is HLS") }
            if uri.hasSuffix("gone") { throw AudioError(.unavailable, "cannot fetch \(uri): nobody there") }
            return lists[uri]
        }
    }

    private func expand(_ uris: [String], _ lists: [String: ExpandedPlaylist]) async throws -> LibraryScanner.Found {
        let executor = try ThreadExecutor(name: "library")
        async let running: Void = executor.run()
        let found: Result<LibraryScanner.Found, any Error>
        do {
            let scanner = LibraryScanner(executor: executor, playlists: Lists(lists: lists))
            found = .success(try await scanner.expand(uris))
        } catch {
            found = .failure(error)
        }
        executor.beginGracefulShutdown()
        try await running
        return try found.get()
    }

    @Test func aPlaylistAddsItsEntriesAndWarnings() async throws {
        let tracks = [
            ListedTrack(uri: "http://h/a", title: "A", duration: .seconds(5)),
            ListedTrack(uri: "/nowhere/b.mp3", problem: "cannot open it"),
        ]
        let found = try await expand(
            ["http://h/x", "http://h/l"],
            ["http://h/l": ExpandedPlaylist(tracks: tracks, warnings: ["twice"])]
        )
        #expect(found.tracks == [ListedTrack(uri: "http://h/x")] + tracks)
        #expect(found.warnings == ["twice"])
    }

    @Test func whatIsTooLongForAnAnswerIsLeftOutOrShortened() async throws {
        let long = "http://h/" + String(repeating: "a", count: TrackURI.maximumBytes)
        let found = try await expand(
            ["http://h/l"],
            [
                "http://h/l": ExpandedPlaylist(tracks: [
                    ListedTrack(uri: long), ListedTrack(uri: "http://h/a", title: long),
                ])
            ]
        )
        #expect(found.uris == ["http://h/a"])
        #expect(found.tracks[0].title?.count == 1_024)
        #expect(found.warnings.count == 1)
        await #expect {
            _ = try await expand([long], [:])
        } throws: {
            ($0 as? RPCError)?.code == .invalidArgument
        }
    }

    @Test(arguments: [("http://h/hls", StatusCode.invalidArgument), ("http://h/gone", .failedPrecondition)])
    func whatCannotBeReadIsRefused(_ uri: String, _ code: StatusCode) async throws {
        await #expect {
            _ = try await expand([uri], [:])
        } throws: {
            ($0 as? RPCError)?.code == code
        }
    }

    @Test(arguments: ["ftp://h/a.mp3", "RTSP://h/a", "smb://h/a.m3u"])
    func otherSchemesAreRefused(_ uri: String) async throws {
        await #expect {
            _ = try await expand(["http://h/x", uri], [:])
        } throws: {
            let error = $0 as? RPCError
            return error?.code == .invalidArgument && error?.message.contains(uri) == true
        }
    }

    @Test func nothingToAddIsAFailureThatSaysOfWhat() {
        let one = QueueService.nothing(in: ["/m/empty.m3u"], [])
        #expect(one.code == .failedPrecondition)
        #expect(one.message.hasPrefix("nothing was added: /m/empty.m3u holds no tracks; "))
        let many = QueueService.nothing(in: ["/m/a", "/m/b"], ["/m/a: Permission denied"])
        #expect(many.message.contains("the 2 that were named hold no tracks (/m/a: Permission denied)"))
    }

    @Test func aFolderInAPlaylistIsSearchedThrough() async throws {
        var template = Array("/tmp/tutti-playlist-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink(path + "/a.mp3")
            rmdir(path)
        }
        close(open(path + "/a.mp3", O_CREAT | O_WRONLY, 0o600))
        let list = ExpandedPlaylist(tracks: [ListedTrack(uri: path), ListedTrack(uri: path + "/a.mp3")])
        let found = try await expand(["http://h/l"], ["http://h/l": list])
        #expect(found.uris == [path + "/a.mp3", path + "/a.mp3"])
    }
}
