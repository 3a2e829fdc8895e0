import Glibc
import OptionParsing
import SkewMeter

// Says how far apart virtual sound cards played: composition and exit codes only.

func complain(_ message: String) {
    let line = Array("\(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

/// Measures and prints; false if a pair could not be measured.
func measure(_ arguments: Arguments) throws -> Bool {
    let first = try readRecording(arguments.recordings[0])
    var meter = SkewMeter()
    meter.options.skip = arguments.skip
    meter.options.tail = arguments.tail
    var reports: [Report] = []
    for path in arguments.recordings.dropFirst() {
        let second = try readRecording(path)
        reports.append(Report(skew: try meter.compare(first, with: second), first: first, second: second))
    }
    if arguments.json {
        print("{\"pairs\":[\(reports.map { $0.json(trace: arguments.trace) }.joined(separator: ","))]}")
    } else {
        for report in reports { print(report.text(trace: arguments.trace)) }
    }
    let unmeasured = reports.filter { $0.skew.windows.isEmpty }
    for report in unmeasured {
        complain(
            "tutti-skew: comparing \(report.skew.reference) with \(report.skew.other): no window has the same sound in "
                + "both; check that they played the same music at the same time"
        )
    }
    return unmeasured.isEmpty
}

do {
    switch try Arguments.specification.parse(Array(CommandLine.arguments.dropFirst())) {
    case .show(let text): print(text, terminator: "")
    case .run(let parsed): exit(try measure(Arguments(parsed)) ? ExitCode.done.rawValue : ExitCode.failed.rawValue)
    }
} catch let error as UsageError {
    complain(error.description)
    exit(ExitCode.usage.rawValue)
} catch {
    complain("tutti-skew: \(error)")
    exit(ExitCode.failed.rawValue)
}
