import LinuxSystem
import Testing

@Suite struct LogFormatTests {
    private func line(_ format: LogFormat, _ level: Log.Level, _ message: String) -> String {
        format.line(level, message, seconds: 1_769_860_805, milliseconds: 7)
    }

    @Test func peopleSeeTheTimeAndTheLevel() {
        #expect(line(.plain, .warning, "no device") == "2026-01-31T12:00:05.007Z warning: no device")
    }

    @Test(arguments: [(.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3)] as [(Log.Level, Int)])
    func theJournalIsToldThePriorityAndKeepsTheTimeItself(level: Log.Level, priority: Int) {
        #expect(line(.journal, level, "no device") == "<\(priority)>no device")
    }

    @Test(arguments: [LogFormat.plain, .journal])
    func aMessageIsOneLine(format: LogFormat) {
        #expect(!line(format, .info, "a\nb").contains("\n"))
    }

    @Test func eachLineOfAFailureIsAnErrorToTheJournal() {
        #expect(LogFormat.plain.failure("tutti-room: a\nb") == "tutti-room: a\nb")
        #expect(LogFormat.journal.failure("tutti-room: a\nb") == "<3>tutti-room: a\n<3>b")
    }
}
