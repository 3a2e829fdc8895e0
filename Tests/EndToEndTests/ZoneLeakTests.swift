import Foundation
import Testing

extension EndToEndTests {
    /// What is left of zones that are gone.
    @Suite
    struct ZoneLeakTests {
        /// Names in a folder of `/proc` of a process.
        private func count(_ folder: String, of process: ChildProcess) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.identifier)/\(folder)").count
        }

        @Test
        func aHundredZonesThatComeAndGoLeaveNothing() throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                let round = { (number: Int) in
                    try house.tutti("zone", "up \(number)", "create")
                    try house.tutti("--zone", "up \(number)", "add", Executables.album)
                    try house.tutti("--zone", "up \(number)", "play")
                    try house.tutti("zone", "up \(number)", "delete")
                }
                // What is made once and kept.
                for number in 1...3 { try round(number) }
                let (threads, files) = try (count("task", of: coordinator), count("fd", of: coordinator))
                for number in 4...103 { try round(number) }
                // Threads and connections end a moment after the answer.
                let deadline = TrueTime.now() + TrueTime.seconds(10)
                while try TrueTime.now() < deadline
                    && (count("task", of: coordinator) > threads || count("fd", of: coordinator) > files)
                { TrueTime.pass(seconds: 0.05) }
                #expect(try count("task", of: coordinator) <= threads)
                #expect(try count("fd", of: coordinator) <= files)
                #expect(!house.text(house.path("coordinator.log")).contains("are taken"))
            }
        }
    }
}
