import Foundation
import Testing

/// A coordinator and rooms of their own, in a temporary folder, on ports that nobody else has. Used on one thread.
final class House {
    let folder: String
    private(set) var port = 0
    private var processes: [ChildProcess] = []

    /// The crystals' errors in ppm, by the cards' names; a room has the name of its card.
    static let cards = ["kitchen": 40, "lounge": -35, "bath": 80]

    private init() throws(HouseError) {
        try Executables.check()
        var path = Array("\(NSTemporaryDirectory())/tutti-end-to-end.XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw HouseError("cannot make a folder in \(NSTemporaryDirectory()): \(String(cString: strerror(errno)))")
        }
        folder = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        let cards = Self.cards.map { name, ppm in
            "pcm.\(name) { type tutticard output \"\(folder)/\(name)\" ppm \(ppm) }\n"
                + "ctl.\(name) { type tutticard output \"\(folder)/\(name)\" }\n"
        }
        let types = ["pcm", "ctl"].map { "\($0)_type.tutticard { lib \"\(Executables.card)\" }\n" }
        try write("asound.conf", (types + cards).joined())
    }

    /// How often a test is tried whose machine stood still.
    private static let trials = 4

    /// Runs a test in a house of its own, of which nothing is left afterwards. What fails while the machine stands
    /// still says nothing: it is told as a known issue, and the test begins again.
    /// - Throws: what the test throws, with the last words of every process.
    static func open(_ test: (House) throws -> Void) throws {
        for _ in 1..<trials {
            let watch = try StandstillWatch()
            try withKnownIssue("the machine stood still", isIntermittent: true) {
                try openOnce(test)
            } matching: { issue in
                // A command that fails or a state that is not reached is no gap in the sound.
                switch issue.kind {
                case .expectationFailed: watch.excuses()
                case .errorCaught(let error): error is ExpectationFailedError && watch.excuses()
                default: false
                }
            }
            guard watch.hasExcused else { return }
        }
        try openOnce(test)
    }

    private static func openOnce(_ test: (House) throws -> Void) throws {
        let house = try House()
        defer { if ProcessInfo.processInfo.environment["KEEP"] != "1" { house.removeFolder() } }
        defer { house.stopAll() }
        do {
            try test(house)
        } catch let error as ExpectationFailedError {
            // It has been recorded.
            throw error
        } catch {
            throw HouseError("\(error)\(house.lastWords)")
        }
    }

    // MARK: Files

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    @discardableResult
    func write(_ name: String, _ text: String) throws(HouseError) -> String {
        guard FileManager.default.createFile(atPath: path(name), contents: Data(text.utf8)) else {
            throw HouseError("cannot write \(path(name))")
        }
        return path(name)
    }

    func copy(_ file: String, to name: String) throws(HouseError) {
        do {
            try FileManager.default.copyItem(atPath: file, toPath: path(name))
        } catch {
            throw HouseError("cannot copy \(file) to \(path(name)): \(error)")
        }
    }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private var lastWords: String {
        let logs = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".log") } ?? []
        return logs.sorted().map {
            "\n\($0): \(text(path($0)).split(separator: "\n").suffix(5).joined(separator: "\n    "))"
        }
        .joined()
    }

    /// Nothing where there is no such file.
    func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: Processes

    /// Starts the coordinator, on other ports where these are taken, and waits until it answers.
    @discardableResult
    func startCoordinator(port fixed: Int? = nil) throws -> ChildProcess {
        for _ in 0..<10 {
            port = fixed ?? 20_000 + Int.random(in: 0..<1_200) * 10
            let process = try start(
                Executables.coordinator,
                ["--port", "\(port)", "--state", path("state"), "--log-level", "debug"],
                name: "coordinator"
            )
            let deadline = TrueTime.now() + TrueTime.seconds(10)
            while process.ended == nil, TrueTime.now() < deadline {
                if try run(Executables.cli, ["-c", "127.0.0.1:\(port)", "status"]).code == 0 { return process }
            }
            if process.ended == nil || fixed != nil { break }
            processes.removeAll { $0 === process }
        }
        throw HouseError("the coordinator does not answer on port \(port)")
    }

    /// Starts a room on the card of its name.
    @discardableResult
    func startRoom(_ name: String) throws -> ChildProcess {
        try start(
            Executables.room,
            [
                "--coordinator", "127.0.0.1:\(port)", "--id", name, "--device", name, "--state", path("state-\(name)"),
                "--name", name, "--log-level", "debug",
            ],
            name: name
        )
    }

    /// Starts a room and waits until it is connected.
    @discardableResult
    func addRoom(_ name: String) throws -> ChildProcess {
        let process = try startRoom(name)
        try wait(for: "\(name) to be connected") { try room(name)?.connected == true }
        return process
    }

    /// A coordinator, and rooms at full volume.
    func begin(rooms names: String...) throws {
        try startCoordinator()
        for name in names {
            try addRoom(name)
            try tutti("room", name, "volume", "100")
        }
    }

    /// Starts an executable that serves until it is stopped; its log is `NAME.log`.
    func start(_ executable: String, _ arguments: [String], name: String) throws(HouseError) -> ChildProcess {
        let process = try ChildProcess(
            executable,
            arguments,
            name: name,
            environment: ["ALSA_CONFIG_PATH": path("asound.conf")],
            output: path("\(name).log"),
            errors: path("\(name).log")
        )
        processes.append(process)
        return process
    }

    /// Ends every process as a service manager does.
    func stopAll() {
        for process in processes {
            process.send(SIGCONT)
            process.send(SIGTERM)
        }
        for process in processes { process.reap(seconds: 3) }
        processes = []
    }

    /// - Throws: if a process that nobody ended is not running.
    private func checkProcesses() throws(HouseError) {
        for process in processes {
            guard let end = process.ended, end != .signal(SIGKILL), end != .exit(0) else { continue }
            throw HouseError("\(process.name) ended by itself: \(end)")
        }
    }

    // MARK: Waiting

    /// Waits until something is so.
    /// - Throws: if it is not after so many seconds, or a process has ended by itself.
    func wait(for what: String, seconds: Double = 10, until condition: () throws -> Bool) throws {
        let deadline = TrueTime.now() + TrueTime.seconds(seconds)
        while try !condition() {
            try checkProcesses()
            guard TrueTime.now() < deadline else { throw HouseError("waited \(seconds) s in vain for \(what)") }
            usleep(30_000)
        }
    }
}
