import AudioCore
import Glibc
import LinuxSystem
import Testing

@Suite struct FileWritingTests {
    /// Both ends of a pipe that nobody reads.
    private static func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try body(ends[0], ends[1])
    }

    @Test func aReaderThatStandsStillIsNotWaitedForAfterTheEnd() throws {
        try Self.withPipe { _, writer in
            let end = try EventSignal()
            end.signal()
            let more = String(repeating: "a", count: 4 << 20)
            #expect(FileWriting.write(more, to: writer, end: end.fileDescriptor) == ECANCELED)
        }
    }

    @Test func whatNeedNotWaitIsWrittenAfterTheEndToo() throws {
        try Self.withPipe { reader, writer in
            let end = try EventSignal()
            end.signal()
            #expect(FileWriting.write("done\n", to: writer, end: end.fileDescriptor) == 0)
            var bytes = [UInt8](repeating: 0, count: 8)
            #expect(read(reader, &bytes, 8) == 5)
        }
    }
}
