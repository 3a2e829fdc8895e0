import Glibc
import Testing

extension EndToEndTests {
    /// Logs whose reader stands still, as `| tee` does that was suspended.
    @Suite
    struct LogTests {
        @Test
        func aCoordinatorWhoseLogNobodyReadsAnswersAndEnds() throws {
            try House.open { house in
                let path = house.path("coordinator.log")
                let pipe = try UnreadPipe(path)
                defer { unlink(path) }
                let coordinator = try house.startCoordinator()
                // Twice the lines that fit.
                for number in 0..<60 {
                    try house.tutti("zone", "Attic \(number)", "create")
                    try house.tutti("zone", "Attic \(number)", "delete")
                }
                #expect(pipe.isFull)
                coordinator.send(SIGTERM)
                #expect(coordinator.wait(seconds: 2.5) == .exit(0))
            }
        }
    }

    /// A pipe with a name, of the smallest size, that is held open and not read.
    private final class UnreadPipe {
        private let descriptor: Int32

        init(_ path: String) throws(HouseError) {
            guard mkfifo(path, 0o600) == 0 else { throw HouseError("cannot make the pipe \(path)") }
            descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0, fcntl(descriptor, Self.setSize, 4_096) == 4_096 else {
                throw HouseError("cannot open the pipe \(path)")
            }
        }

        deinit { close(descriptor) }

        /// Linux's F_SETPIPE_SZ, which Glibc's module leaves out.
        private static let setSize: Int32 = 1_031

        /// Whether who writes has to wait.
        var isFull: Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&entry, 1, 0) == 0
        }
    }
}
