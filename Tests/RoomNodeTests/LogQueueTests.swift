import AudioCore
import LinuxSystem
import Synchronization
import Testing

@Suite struct LogQueueTests {
    private final class Reader: Sendable {
        let lines = Mutex<[String]>([])
        let isReading = Mutex(true)

        func queue(limit: Int = 4) throws -> LogQueue {
            try LogQueue(
                limit: limit,
                canWrite: { self.isReading.withLock { $0 } },
                write: { line in self.lines.withLock { $0.append(line) } }
            )
        }
    }

    @Test func linesAreWrittenInTheirOrder() throws {
        let reader = Reader()
        let queue = try reader.queue()
        for line in ["one", "two"] { queue.put(line) }
        #expect(Poll.wait(for: [queue.signal.fileDescriptor], timeout: .zero) == 1)
        #expect(queue.writeWhatFits())
        #expect(reader.lines.withLock { $0 } == ["one", "two"])
        #expect(Poll.wait(for: [queue.signal.fileDescriptor], timeout: .zero) == 0)
    }

    @Test func whatNobodyReadsIsDroppedAndCountedWhereItIsMissing() throws {
        let reader = Reader()
        let queue = try reader.queue()
        reader.isReading.withLock { $0 = false }
        for number in 1...9 { queue.put("\(number)") }
        #expect(!queue.writeWhatFits())
        #expect(reader.lines.withLock { $0.isEmpty })
        reader.isReading.withLock { $0 = true }
        #expect(queue.writeWhatFits())
        queue.put("later")
        #expect(queue.writeWhatFits())
        let lines = reader.lines.withLock { $0 }
        #expect(lines.prefix(4) == ["1", "2", "3", "4"])
        #expect(lines[4].hasSuffix("warning: 5 lines of this log were dropped: nobody read it for a while"))
        #expect(lines.dropFirst(5) == ["later"])
    }

    @Test func aReaderThatStopsInBetweenGetsTheRestLater() throws {
        let reader = Reader()
        let seen = Mutex(0)
        let queue = try LogQueue(
            canWrite: { seen.withLock { $0 } != 2 },
            write: { line in
                seen.withLock { $0 += 1 }
                reader.lines.withLock { $0.append(line) }
            }
        )
        for number in 1...4 { queue.put("\(number)") }
        #expect(!queue.writeWhatFits())
        #expect(reader.lines.withLock { $0 } == ["1", "2"])
        seen.withLock { $0 = 3 }
        #expect(queue.writeWhatFits())
        #expect(reader.lines.withLock { $0 } == ["1", "2", "3", "4"])
    }

    @Test func aLineIsCutWhereAPipeCouldNotTakeIt() throws {
        let reader = Reader()
        let queue = try reader.queue()
        queue.put(String(repeating: "x", count: 100_000))
        _ = queue.writeWhatFits()
        #expect(reader.lines.withLock { $0.first?.utf8.count } == 4_000)
    }
}
