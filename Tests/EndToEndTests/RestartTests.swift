import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Processes that die and come back.
    @Suite
    struct RestartTests {
        @Test
        func aKilledCoordinatorComesBackWithEverything() throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                let rooms = try ["kitchen", "lounge"].map { try house.addRoom($0) }
                try house.tutti("room", "lounge", "volume", "70")
                try house.tutti("room", "lounge", "delay", "1.5")
                try house.tutti("add", Executables.album)
                try house.tutti("mode", "loop")
                try house.tutti("play", "2")
                try house.wait(untilItem: 1, isAt: 200)
                try house.tutti("seek", "0:10")
                try house.wait(untilItem: 1, isAt: 13_000)
                let (queue, before) = try (house.queue(), house.now())
                coordinator.send(SIGKILL)
                #expect(coordinator.wait(seconds: 10) == .signal(SIGKILL))

                try house.startCoordinator(port: house.port)
                for room in ["kitchen", "lounge"] { try house.waitUntilConnected(room) }
                let after = try house.now()
                #expect(try house.queue().items.map(\.id) == queue.items.map(\.id))
                #expect(after.mode == "loop")
                #expect(after.index == 1)
                #expect((before.positionMs - 5_000...before.positionMs + 1_000).contains(after.positionMs))
                let lounge = try #require(try house.room("lounge"))
                #expect(lounge.volume == 70)
                #expect(lounge.delayMs == 1.5)
                try house.tutti("room", "lounge", "delay", "0")

                try house.tutti("play")
                try house.wait(untilItem: 1, isAt: after.positionMs + 1_000)
                let going = TrueTime.now()
                TrueTime.pass(seconds: 1.2)
                let end = TrueTime.now()
                for room in rooms { #expect(room.ended == nil, "\(room.name) ended") }
                let (kitchen, other) = try (house.recording("kitchen"), house.recording("lounge"))
                try expectTogether(kitchen, other, from: going, to: end)
                #expect(kitchen.cuts().isEmpty, "a click where the stream ended")
            }
        }

        @Test
        func aRoomThatComesBackObeysItsSettingsFromTheFirstSample() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                var lounge = try house.addRoom("lounge")
                try house.tutti("room", "lounge", "delay", "20")
                try house.tutti("room", "lounge", "volume", "50")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_000)

                lounge.send(SIGKILL)
                _ = lounge.wait(seconds: 10)
                let returning = TrueTime.now()
                lounge = try house.addRoom("lounge")
                try house.waitUntilSounding("lounge", since: returning)
                TrueTime.pass(seconds: 1.5)
                let end = TrueTime.now()
                try house.tutti("room", "lounge", "mute")
                lounge.send(SIGTERM)
                #expect(lounge.wait(seconds: 10) == .exit(0))
                let muted = TrueTime.now()
                lounge = try house.addRoom("lounge")
                TrueTime.pass(seconds: 1)
                let unmuting = TrueTime.now()
                try house.tutti("room", "lounge", "unmute")
                try house.waitUntilSounding("lounge", since: unmuting)
                house.stopAll()

                let (one, other) = try (house.recording("kitchen"), house.recording("lounge"))
                let first = try #require(other.soundings(from: returning).first)
                let skew = try skew(one, other, from: first.startNS, to: end, window: 0.1, step: 0.1)
                #expect(skew.unmatched == 0)
                #expect(skew.windows.allSatisfy { abs($0.lagUS - 20_000) < EndToEndTests.syncBoundUS })
                // How much softer, in stretches of 50 ms: never less soft than at the end.
                let late = TrueTime.seconds(0.02)
                let ratios = stride(from: first.startNS, to: end - TrueTime.seconds(0.1), by: 50_000_000).map {
                    other.level(at: $0, seconds: 0.05) / one.level(at: $0 - late, seconds: 0.05)
                }
                let settled = ratios.sorted()[ratios.count / 2]
                #expect(settled < 0.5)
                #expect(ratios.allSatisfy { $0 < settled * 1.05 }, "\(ratios)")
                #expect(other.isSilent(from: muted, to: unmuting))
                #expect(one.cuts().isEmpty && one.xruns == 0, "the other room was disturbed")
            }
        }
    }
}
