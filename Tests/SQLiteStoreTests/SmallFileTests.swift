import LinuxSystem
import Testing

@Suite struct SmallFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/id" }

    @Test func whatIsWrittenIsReadAndReplacedWhole() throws {
        #expect(try SmallFile.read(path) == nil)
        let long = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
        try SmallFile.write(long, to: path)
        #expect(try SmallFile.read(path) == long)
        #expect(try SmallFile.read(path, limit: 10) == Array(long.prefix(10)))
        try SmallFile.write([1], to: path)
        #expect(try SmallFile.read(path) == [1])
    }

    @Test func aStateFolderWhoseNameIsNoTextIsRefused() throws {
        let failure = #expect(throws: SystemError.self) { try StateDirectory.prepare(folder.path + "/B\u{FFFD}") }
        #expect(failure?.description.contains("has to be UTF-8") == true)
    }

    @Test func whereItCannotBeWrittenNothingIsLeftBehindAndTheReasonIsTold() throws {
        // A folder that holds something stands where the file should be.
        let path = folder.path + "/deep"
        try StateDirectory.prepare(path + "/folder")
        let failure = #expect(throws: SystemError.self) { try SmallFile.write([1], to: path) }
        #expect(failure?.description == "cannot replace \(path): Is a directory")
        #expect(try SmallFile.read(path + ".new") == nil)
        #expect(throws: SystemError.self) { try SmallFile.write([1], to: folder.path + "/none/id") }
    }
}
