import Glibc
import RPC
import Testing

@testable import Coordinator

@Suite struct LibraryTests {
    /// A folder that is gone after the test, with what was made in it.
    private final class Folder {
        let path: String
        private var made: [String] = []

        init() throws {
            var template = Array("/tmp/tutti-library-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw RPCError(.internal, "no temporary folder") }
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit {
            for name in made.reversed() { remove(path + "/" + name) }
            remove(path)
        }

        func file(_ name: String) {
            made.append(name)
            close(open(path + "/" + name, O_CREAT | O_WRONLY, 0o600))
        }

        func folder(_ name: String) {
            made.append(name)
            mkdir(path + "/" + name, 0o700)
        }

        func link(_ name: String, to target: String) {
            made.append(name)
            symlink(target, path + "/" + name)
        }
    }

    private func expand(_ uris: [String]) async throws -> LibraryScanner.Found {
        let executor = try ThreadExecutor(name: "library")
        return try await withThrowingTaskGroup(of: LibraryScanner.Found?.self) { group in
            group.addTask {
                try await executor.run()
                return nil
            }
            group.addTask {
                defer { executor.beginGracefulShutdown() }
                return try await LibraryScanner(executor: executor).expand(uris)
            }
            var found: LibraryScanner.Found?
            for try await result in group { found = result ?? found }
            return try #require(found)
        }
    }

    @Test func namesAreInNaturalOrder() {
        func sorted(_ names: [String]) -> [String] {
            NaturalOrder.sorted(names.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
        }
        let names = ["a", "B1", "b2", "b10", "b010x", "c 1 2", "c 1 10", "c 2"]
        #expect(sorted(names.reversed()) == names)
        #expect(sorted(["b", "A", "a", "B"]) == ["A", "a", "B", "b"])
        #expect(sorted(["10", "9", "09", "1"]) == ["1", "09", "9", "10"])
        let bytes: [[UInt8]] = [[0xE9, 0x32], [0xE9, 0x31, 0x30], [0xFF]]
        #expect(NaturalOrder.sorted(bytes.reversed()) == bytes)
    }

    @Test func foldersAreSearchedThrough() async throws {
        let folder = try Folder()
        for name in ["10.mp3", "2.MP3", ".hidden.mp3", "cover.jpg", "mp3", "x.mp3.txt"] { folder.file(name) }
        folder.folder("5 more")
        folder.folder(".git")
        folder.file("5 more/b.mp3")
        folder.file(".git/c.mp3")
        folder.link("5 more/loop", to: "..")
        folder.link("5 more/dangling.mp3", to: "nowhere")
        let found = try await expand([folder.path + "/"])
        #expect(found.uris == ["2.MP3", "5 more/b.mp3", "10.mp3"].map { folder.path + "/" + $0 })
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.contains("dangling.mp3") == true)
    }

    @Test func aNamedFileIsTakenWhateverItIsCalled() async throws {
        let folder = try Folder()
        folder.file("notes.txt")
        folder.file("a b.mp3")
        let path = folder.path
        #expect(try await expand([path + "/notes.txt"]).uris == [path + "/notes.txt"])
        #expect(try await expand(["file://\(path)/a%20b.mp3"]).uris == [path + "/a b.mp3"])
        #expect(try await expand(["http://example.org/x"]).uris == ["http://example.org/x"])
    }

    @Test(arguments: [("/nonexistent/x.mp3", StatusCode.notFound), ("x.mp3", .invalidArgument)])
    func whatIsNotThereIsRefused(path: String, code: StatusCode) async throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        do {
            _ = try await expand([folder.path, path])
            Issue.record("\(path) was taken")
        } catch let error as RPCError {
            #expect(error.code == code)
            #expect(error.message.contains(path))
        }
    }
}
