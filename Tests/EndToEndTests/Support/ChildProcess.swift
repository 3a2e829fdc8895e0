import Foundation

/// A process that a test started. Used on one thread.
final class ChildProcess {
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    let name: String
    let identifier: pid_t
    private var end: End?

    /// Starts an executable, with its outputs appended to files and nothing on its standard input.
    /// - Parameter environment: added to the variables of this process, without those that would lead Tutti elsewhere.
    init(
        _ executable: String,
        _ arguments: [String],
        name: String,
        environment: [String: String] = [:],
        output: String,
        errors: String
    ) throws(HouseError) {
        var variables = ProcessInfo.processInfo.environment
        for name in ["TUTTI_COORDINATOR", "STATE_DIRECTORY", "ALSA_CONFIG_PATH"] { variables[name] = nil }
        variables.merge(environment) { $1 }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // Signals as a shell leaves them, whatever the test process does with its own.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + pairs { free(text) } }
        var identifier = pid_t()
        let code = posix_spawn(&identifier, executable, &actions, &attributes, words, pairs)
        guard code == 0 else {
            throw HouseError("cannot start \(executable): \(String(cString: strerror(code)))")
        }
        self.name = name
        self.identifier = identifier
        Orphans.shared.add(identifier)
    }

    /// How it ended, or nil while it runs.
    var ended: End? {
        if let end { return end }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
        Orphans.shared.remove(identifier)
        let signal = status & 0x7F
        end = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
        return end
    }

    func send(_ signal: Int32) {
        if ended == nil { kill(identifier, signal) }
    }

    /// Waits for its end.
    /// - Returns: nil if it runs on after so many seconds.
    func wait(seconds: Double) -> End? {
        let deadline = TrueTime.now() + TrueTime.seconds(seconds)
        while ended == nil, TrueTime.now() < deadline { usleep(2_000) }
        return ended
    }

    /// Waits for its end, and forces it after so many seconds.
    func reap(seconds: Double) {
        guard wait(seconds: seconds) == nil else { return }
        send(SIGKILL)
        _ = wait(seconds: 10)
    }
}

/// The time axis of the recordings: nanoseconds of the machine's unadjusted monotonic clock.
enum TrueTime {
    static func now() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC_RAW, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    static func seconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

    /// Lets music play.
    static func pass(seconds: Double) { usleep(UInt32(seconds * 1e6)) }
}
