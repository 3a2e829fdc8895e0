import AudioCore
import Glibc
import RPC
import Testing

@testable import Coordinator

@Suite struct LibraryScannerTests {
    private func expand(_ path: String) async throws -> LibraryScanner.Found {
        let executor = try ThreadExecutor(name: "scan")
        async let runs: Void = executor.run()
        let found: Result<LibraryScanner.Found, any Error>
        do {
            found = .success(try await LibraryScanner(executor: executor, text: Bars()).expand([path]))
        } catch {
            found = .failure(error)
        }
        executor.beginGracefulShutdown()
        try await runs
        return try found.get()
    }

    /// A folder with these files, gone after the test.
    private func withFolder(_ names: [[UInt8]], _ body: (String) async throws -> Void) async throws {
        var template = Array("/tmp/tutti-scan-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let paths = names.map { DiskPath(folder).appending($0) }
        for path in paths { #expect(path.withCString { close(creat($0, 0o600)) } == 0) }
        defer {
            for path in paths { _ = path.withCString { unlink($0) } }
            rmdir(folder)
        }
        try await body(folder)
    }

    @Test func namesThatAreNotUTF8AreFoundInNaturalOrder() async throws {
        let names: [[UInt8]] = [
            Array("good.mp3".utf8), [0x62, 0xFF] + Array("10.MP3".utf8), [0x62, 0xFF] + Array("9.mp3".utf8),
            [0xFF] + Array(".txt".utf8),
        ]
        try await withFolder(names) { folder in
            let found = try await expand(folder)
            #expect(found.uris == ["file://\(folder)/b%FF9.mp3", "file://\(folder)/b%FF10.MP3", folder + "/good.mp3"])
            #expect(found.warnings.isEmpty)
            #expect(try await expand("file://\(folder)/b%FF9.mp3").uris == ["file://\(folder)/b%FF9.mp3"])
            #expect(try await expand("file://\(folder)/%67ood.mp3").uris == [folder + "/good.mp3"])
        }
    }

    @Test func theyAreCalledByWhatCanBeMadeOutOfThem() async throws {
        try await withFolder([[0x42, 0x6A, 0xF6, 0x72, 0x6B] + Array(".mp3".utf8), Array("plain.mp3".utf8)]) { folder in
            let found = try await expand(folder)
            #expect(found.tracks.map(\.title) == ["Bj|rk", nil])
        }
    }

    /// A path has 4,096 bytes at most, and three times as many once each is encoded.
    @Test func aLocationThatIsTooLongOnceEncodedIsNotTaken() async throws {
        try await withFolder([]) { folder in
            let part = String(repeating: "\u{e9}", count: 127)
            let folders = (1...11).map { folder + "/" + Array(repeating: part, count: $0).joined(separator: "/") }
            for path in folders { #expect(mkdir(path, 0o700) == 0) }
            let last = DiskPath(folders[10])
            let file = last.appending([0xFF] + Array(".mp3".utf8))
            #expect(file.withCString { close(creat($0, 0o600)) } == 0)
            defer {
                _ = file.withCString { unlink($0) }
                for path in folders.reversed() { rmdir(path) }
            }
            #expect(file.location.utf8.count > TrackURI.maximumBytes)
            let found = try await expand(folder)
            #expect(found.tracks.isEmpty)
            #expect(found.warnings.count == 1 && found.warnings[0].contains("longer than 8192 bytes"))
            do {
                _ = try await expand("file://\(folders[10])/%FF.mp3")
                Issue.record("it is taken")
            } catch let error as RPCError {
                #expect(error.code == .invalidArgument && error.message.contains("longer than 8192 bytes"))
            }
        }
    }

    @Test func aMissingNameThatIsNotUTF8IsToldByItsLocation() async throws {
        do {
            _ = try await expand("file:///nowhere/%F6.mp3")
            Issue.record("it is found")
        } catch let error as RPCError {
            #expect(
                error.code == .notFound && error.message.hasPrefix("cannot add file:///nowhere/%F6.mp3: No such file")
            )
        }
    }
}

/// Says of each byte above ASCII that it is "|".
private struct Bars: TextRecognizing {
    func text(of bytes: [UInt8]) -> String { String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x7C }, as: UTF8.self) }
}
