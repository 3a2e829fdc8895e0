import OptionParsing
import Testing

private enum Level: String, CaseIterable, Sendable {
    case quiet
    case loud
}

private let port = Option("port", short: "p", .integer(in: 1...65_535), default: 7_700, help: "the port")
private let delay = Option(optional: "delay", .number(in: -2_000...2_000, unit: "ms"), help: "sounds later")
private let host = Option(required: "coordinator", short: "c", .text, environment: "TUTTI_TEST", help: "where it is")
private let level = Option("level", .choice(of: Level.self), default: .quiet, help: "how much to say")
private let json = Flag("json", short: "j", help: "print JSON")
private let watch = Flag("watch", short: "w", help: "go on")

private let specification = CommandSpecification(
    name: "tutti-test",
    summary: "Tests.",
    usage: "[OPTIONS] FILE...",
    options: [
        port.declaration, delay.declaration, host.declaration, level.declaration, json.declaration,
        watch.declaration,
    ],
    operands: 0...2,
    operandNames: [HelpEntry("FILE", "a file")],
    examples: [HelpEntry("tutti-test a.mp3", "tests a file")]
)

private func parse(_ arguments: String..., environment: [String: String] = [:]) throws -> ParsedArguments {
    switch try specification.parse(["-chere"] + arguments, environment: { environment[$0] }) {
    case .run(let parsed): return parsed
    case .show(let text): throw UsageError(command: "shown", text)
    }
}

private func problem(_ arguments: [String]) -> String {
    do throws(UsageError) {
        _ = try specification.parse(arguments)
        return "none"
    } catch {
        return error.description
    }
}

@Suite struct OptionParsingTests {
    @Test(arguments: [["--port", "80"], ["--port=80"], ["-p", "80"], ["-p80"], ["-jp80"], ["-p1", "--port=80"]])
    func valuesAreTakenInEverySpelling(_ arguments: [String]) throws {
        guard case .run(let parsed) = try specification.parse(arguments + ["-c", "x"]) else {
            Issue.record("shown")
            return
        }
        #expect(parsed[port] == 80)
    }

    @Test func defaultsAndAbsence() throws {
        let parsed = try parse()
        #expect(parsed[port] == 7_700)
        #expect(parsed[delay] == nil)
        #expect(parsed[level] == .quiet)
        #expect(parsed[host] == "here")
        #expect(!parsed[json])
    }

    @Test(arguments: ["-15", "-0:30", "-.5", "-", "+15"])
    func numbersAndTheDashAreOperands(_ text: String) throws {
        #expect(try parse(text).operands == [text])
    }

    @Test func optionsMayFollowOperandsAndADoubleDashEndsThem() throws {
        let parsed = try parse("a", "--json", "--", "--watch")
        #expect(parsed.operands == ["a", "--watch"])
        #expect(parsed[json])
        #expect(!parsed[watch])
    }

    @Test func negativeValuesAndRepetition() throws {
        let parsed = try parse("--delay", "-2.5", "--delay=3")
        #expect(parsed.all(delay) == [-2.5, 3])
        #expect(parsed[delay] == 3)
    }

    @Test func flagsCluster() throws {
        let parsed = try parse("-jw")
        #expect(parsed[json] && parsed[watch])
    }

    @Test func environmentStandsInAndIsChecked() throws {
        guard case .run(let parsed) = try specification.parse([], environment: { _ in "there" }) else {
            Issue.record("shown")
            return
        }
        #expect(parsed[host] == "there")
        #expect(try parse(environment: ["TUTTI_TEST": "there"])[host] == "here")
    }

    @Test(arguments: [
        (["--delay", "abc"], "--delay: ‘abc’ is not a number; give one from -2000 to 2000 ms"),
        (["--delay=nan"], "--delay: ‘nan’ is not a number; give one from -2000 to 2000 ms"),
        (["--delay=0x10"], "--delay: ‘0x10’ is not a number; give one from -2000 to 2000 ms"),
        (["--delay=2001"], "--delay: 2001 is out of range; give a number from -2000 to 2000 ms"),
        (["--port", "0"], "--port: 0 is out of range; give a number from 1 to 65535"),
        (["--port", "+5"], "--port: ‘+5’ has a sign; give a number from 1 to 65535"),
        (["--port", "1.5"], "--port: ‘1.5’ is not a whole number; give one from 1 to 65535"),
        (["--level", "lout"], "--level: ‘lout’ is none of quiet, loud; did you mean ‘loud’?"),
        (["--porr", "1"], "unknown option ‘--porr’; did you mean ‘--port’?"),
        (["--elephant"], "unknown option ‘--elephant’"),
        (["--coord"], "unknown option ‘--coord’; did you mean ‘--coordinator’?"),
        (["--jsonlines"], "unknown option ‘--jsonlines’; did you mean ‘--json’?"),
        (["-x"], "unknown option ‘-x’"),
        (["--json=yes"], "--json takes no value"),
        (["--port"], "--port needs a value; give --port N"),
        (["--coordinator="], "--coordinator: the value is empty"),
        (["-cx", "a", "b", "c"], "‘c’ is one operand too many; give: tutti-test [OPTIONS] FILE..."),
        ([], "--coordinator is missing; give --coordinator TEXT or set $TUTTI_TEST"),
    ])
    func mistakesGetOneClearLine(_ arguments: [String], _ message: String) {
        let base = arguments.first == "-cx" || arguments.isEmpty ? [] : ["-cx"]
        let expected = "tutti-test: \(message) (see ‘tutti-test --help’)"
        #expect(
            problem(arguments.first?.hasPrefix("--coordinator=") == true ? arguments : base + arguments) == expected
        )
    }

    @Test func messagesStayOnOneLine() {
        #expect(problem(["--a\nb\u{1B}[2J"]) == "tutti-test: unknown option ‘--a b [2J’ (see ‘tutti-test --help’)")
    }

    @Test func missingOperandIsNamed() {
        var strict = specification
        strict.operands = 1...1
        #expect(throws: UsageError(command: "tutti-test", "FILE is missing; give: tutti-test [OPTIONS] FILE...")) {
            _ = try strict.parse(["-cx"])
        }
    }

    @Test func operandsHaveTypes() throws {
        let parsed = try parse("12", "x")
        #expect(try parsed.operand(0, "INDEX", .integer(in: 1...20)) == 12)
        #expect(try parsed.operand(2, "INDEX", .integer(in: 1...20)) == nil)
        #expect(throws: UsageError(command: "tutti-test", "INDEX: ‘x’ is not a whole number; give one from 1 to 20")) {
            _ = try parsed.operand(1, "INDEX", .integer(in: 1...20))
        }
    }

    @Test func subcommandIsFoundBehindOptions() {
        let options = [host.declaration, json.declaration]
        #expect(CommandSpecification.firstOperand(in: ["-c", "add", "--json", "play"], options: options) == 3)
        #expect(CommandSpecification.firstOperand(in: ["--json"], options: options) == nil)
        #expect(CommandSpecification.firstOperand(in: ["--what", "play"], options: options) == nil)
    }
}

@Suite struct HelpTextTests {
    @Test func helpWinsOverWhatIsMissing() throws {
        guard case .show(let text) = try specification.parse(["--help"]) else {
            Issue.record("not shown")
            return
        }
        #expect(text.hasPrefix("Usage: tutti-test [OPTIONS] FILE...\n\nTests.\n"))
        #expect(text.contains("  -p, --port N            the port (default: 7700)\n"))
        #expect(text.contains("  -c, --coordinator TEXT  where it is (required)\n"))
        #expect(text.contains("  -h, --help              show this text\n"))
        #expect(text.contains("  TUTTI_TEST  stands in for --coordinator where that is not given\n"))
        #expect(text.contains("  3  the coordinator cannot be reached\n"))
    }

    @Test func whatAsksNoCoordinatorHasNoCodeForOneThatIsAway() {
        var alone = specification
        alone.exitCodes = ExitCode.alone
        #expect(alone.helpText().contains("  2  the command line makes no sense\n"))
        #expect(!alone.helpText().contains("cannot be reached"))
    }

    @Test func linesFitTheWidth() {
        for line in specification.helpText(width: 50).split(separator: "\n") { #expect(line.count <= 50, "\(line)") }
    }

    @Test func versionIsTheSharedOne() throws {
        guard case .show(let text) = try specification.parse(["--version"]) else {
            Issue.record("not shown")
            return
        }
        #expect(text == "tutti-test \(TuttiVersion.text)\n")
    }
}
