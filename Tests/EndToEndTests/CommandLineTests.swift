import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Errors on the command line, exit codes, signals.
    @Suite
    struct CommandLineTests {
        @Test
        func everyErrorIsOneLineAndItsExitCode() throws {
            try House.open { house in
                try house.startCoordinator()
                try house.tutti("add", Executables.joined[0])
                let here = "127.0.0.1:\(house.port)"
                let file = try house.write("file", "no folder")
                let empty = try house.write("empty.m3u", "#EXTM3U\n# nothing\n")
                let commands: [(code: Int32, executable: String, arguments: [String])] = [
                    (2, Executables.coordinator, ["--no-such-flag"]),
                    (2, Executables.coordinator, ["--port", "0"]),
                    (2, Executables.coordinator, ["--lead", "much"]),
                    (2, Executables.room, ["--coordinator", here, "--no-such-flag"]),
                    (2, Executables.room, []),
                    (2, Executables.cli, ["--no-such-flag"]),
                    (2, Executables.cli, ["--coordinator", here, "no-such-command"]),
                    (2, Executables.cli, ["--coordinator", here, "seek", "soon"]),
                    (2, Executables.cli, ["--coordinator", here, "room", "kitchen", "volume", "101"]),
                    (2, Executables.skew, ["--no-such-flag"]),
                    (3, Executables.cli, ["--coordinator", "127.0.0.1:1", "status"]),
                    (1, Executables.coordinator, ["--port", "\(house.port)", "--state", house.path("other")]),
                    (1, Executables.coordinator, ["--port", "\(house.port + 5)", "--state", "\(file)/below"]),
                    (1, Executables.coordinator, ["--port", "\(house.port + 5)", "--state", file]),
                    (1, Executables.coordinator, ["--listen", "0.0.0.0", "--state", house.path("other")]),
                    (1, Executables.room, ["--coordinator", here, "--state", "\(file)/below"]),
                    (1, Executables.room, ["--coordinator", "192.0.2.1", "--state", house.path("other")]),
                    (1, Executables.cli, ["--coordinator", "192.0.2.1", "status"]),
                    (1, Executables.cli, ["--coordinator", here, "room", "attic", "volume", "5"]),
                    (1, Executables.cli, ["--coordinator", here, "room", "attic"]),
                    (1, Executables.cli, ["--coordinator", here, "play", "2"]),
                    (1, Executables.cli, ["--coordinator", here, "remove", "4711"]),
                    (1, Executables.cli, ["--coordinator", here, "add", house.path("no-such-file.mp3")]),
                    (1, Executables.cli, ["--coordinator", here, "add", "--replace", empty]),
                    (1, Executables.cli, ["--coordinator", here, "add", "ftp://192.0.2.1/a.mp3"]),
                    (1, Executables.cli, ["--coordinator", here, "--zone", "attic", "rooms"]),
                    (2, Executables.cli, ["--coordinator", here, "--zone", "attic", "zones"]),
                    (1, Executables.cli, ["--coordinator", here, "clear", "--if-version", "4711"]),
                    (1, Executables.skew, [house.path("nothing"), house.path("nothing")]),
                ]
                for command in commands {
                    let outcome = try house.run(command.executable, command.arguments)
                    let line = ([command.executable] + command.arguments).joined(separator: " ")
                    #expect(outcome.code == command.code, "\(line): \(outcome.errors)")
                    #expect(outcome.errorLines == 1, "\(line): \(outcome.errors)")
                    #expect(outcome.output.isEmpty, "\(line): \(outcome.output)")
                }
                #expect(try house.tutti("queue").contains("\"index\":0"), "none of them has changed the queue")
            }
        }

        @Test
        func helpAndVersionAreAnswered() throws {
            try House.open { house in
                for executable in [Executables.coordinator, Executables.room, Executables.cli, Executables.skew] {
                    for flag in ["--help", "--version"] {
                        let outcome = try house.run(executable, [flag])
                        #expect(outcome.code == 0)
                        #expect(!outcome.output.isEmpty)
                        #expect(outcome.errors.isEmpty)
                    }
                }
            }
        }

        @Test
        func closedOutputIsNotTakenForAnother() throws {
            try House.open { house in
                try house.startCoordinator()
                let command = "exec \(Executables.cli) --coordinator 127.0.0.1:\(house.port) status >&-"
                let outcome = try house.run("/bin/sh", ["-c", command])
                #expect(outcome.code == 1)
                #expect(outcome.errors == "tutti: cannot write to standard output: Bad file descriptor\n")
            }
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
        func aSignalEndsEveryExecutable(signal: Int32) throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                let room = try house.addRoom("kitchen")
                try house.tutti("room", "kitchen", "volume", "100")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 300)
                let address = ["--coordinator", "127.0.0.1:\(house.port)"]
                let watchers = [
                    try house.start(Executables.cli, address + ["events"], name: "events"),
                    try house.start(Executables.cli, address + ["now", "--watch"], name: "now"),
                    try house.start(Executables.cli, address + ["rooms", "--watch"], name: "rooms"),
                ]
                TrueTime.pass(seconds: 0.3)
                for process in watchers + [room, coordinator] {
                    process.send(signal)
                    #expect(process.wait(seconds: 5) == .exit(0), "\(process.name)")
                }
                #expect(try house.recording("kitchen").cuts().isEmpty, "a room falls silent under a ramp")
                // Also while there is no coordinator.
                let lonely = try house.startRoom("lounge")
                TrueTime.pass(seconds: 0.3)
                lonely.send(signal)
                #expect(lonely.wait(seconds: 5) == .exit(0))
            }
        }
    }
}
