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
            found = .success(try await LibraryScanner(executor: executor).expand([path]))
        } catch {
            found = .failure(error)
        }
        executor.beginGracefulShutdown()
        try await runs
        return try found.get()
    }

    @Test func aNameThatIsNotUTF8IsSkippedWithTheReason() async throws {
        var template = Array("/tmp/tutti-scan-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let names: [[UInt8]] = [
            Array("good.mp3".utf8), [0x62, 0xFF] + Array(".mp3".utf8), [0xFF] + Array(".txt".utf8),
        ]
        let paths = names.map { name in
            (Array(folder.utf8) + Array("/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
        }
        for path in paths { close(creat(path, 0o600)) }
        defer {
            for path in paths { unlink(path) }
            rmdir(folder)
        }
        let found = try await expand(folder)
        #expect(found.uris == [folder + "/good.mp3"])
        #expect(found.warnings == ["\(folder)/b\u{FFFD}.mp3: the name is not valid UTF-8; rename it"])
    }
}
