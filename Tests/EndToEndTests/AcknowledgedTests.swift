import Glibc
import Testing

extension EndToEndTests {
    /// What has been acknowledged outlives a kill at that very moment.
    @Suite
    struct AcknowledgedTests {
        @Test
        func everythingThatWasAcknowledgedIsThereAfterAKill() throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                try house.addRoom("kitchen")
                try house.tutti("add", Executables.joined[0], Executables.joined[1])
                try house.tutti("add", "--next", "--from", "0:05", "--no-autoplay", "--keep-position", Sweep.file)
                let ids = try house.queue().items.map(\.id)
                try house.tutti("move", "\(ids[2])", "1")
                try house.tutti("remove", "\(ids[1])")
                let queue = try house.queue()
                try house.tutti("mode", "shuffle")
                try house.tutti("consume", "on")
                try house.tutti("stop-after-current", "on")
                try house.tutti("volume", "35")
                try house.tutti("rate", "1.5")
                try house.tutti("replaygain", "album")
                try house.tutti("zone", "upstairs", "create")
                try house.tutti("--zone", "upstairs", "add", Executables.joined[1])
                try house.tutti("--zone", "upstairs", "rate", "0.8")
                try house.tutti("room", "kitchen", "balance", "-20")
                try house.tutti("room", "kitchen", "channels", "mono")
                try house.tutti("room", "kitchen", "pause-on-unplug", "on")
                try house.tutti("room", "kitchen", "ceiling", "60")
                coordinator.send(SIGKILL)
                #expect(coordinator.wait(seconds: 10) == .signal(SIGKILL))

                try house.startCoordinator(port: house.port)
                let items = try house.queue().items
                #expect(items.map(\.id) == queue.items.map(\.id))
                #expect(items.map(\.startPositionMs) == queue.items.map(\.startPositionMs))
                let sweep = try #require(items.first { $0.keepPosition })
                #expect(sweep.startPositionMs == 5_000 && !sweep.autoplay && sweep.keepPosition)
                let now = try house.now()
                #expect(now.mode == "shuffle" && now.consume && now.stopAfterCurrent)
                #expect(now.volume == 35 && now.rate == 1.5 && now.replayGain == "album")
                let upstairs = try house.tutti("--zone", "upstairs", "now")
                #expect(upstairs.contains(#""rate":0.8"#) && upstairs.contains(#""queue_length":1"#), "\(upstairs)")
                let kitchen = try #require(try house.room("kitchen"))
                #expect(kitchen.balance == -20 && kitchen.channels == "mono")
                #expect(kitchen.ceiling == 60 && kitchen.pauseOnUnplug)
            }
        }

        @Test(arguments: 0..<3)
        func aKillBetweenEditsLosesNoneThatWasAnswered(round: Int) throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                let acknowledged = 8 + round * 5
                for _ in 0..<acknowledged { try house.tutti("add", Executables.joined[0]) }
                // One more is on its way while the coordinator dies: it may be there or not.
                let call = ["--coordinator", "127.0.0.1:\(house.port)", "add", Executables.joined[1]]
                let late = try ChildProcess(
                    Executables.cli,
                    call,
                    name: "late",
                    output: house.path("late.out"),
                    errors: house.path("late.err")
                )
                coordinator.send(SIGKILL)
                late.reap(seconds: 8)
                _ = coordinator.wait(seconds: 10)
                try house.startCoordinator(port: house.port)
                let items = try house.queue().items
                let isThere = late.ended == .exit(0)
                #expect((acknowledged...acknowledged + 1).contains(items.count))
                #expect(!isThere || items.count == acknowledged + 1, "an answered edit is lost")
                #expect(Set(items.map(\.id)).count == items.count)
            }
        }
    }
}
