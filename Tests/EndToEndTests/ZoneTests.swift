import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Two zones in one house.
    @Suite
    struct ZoneTests {
        @Test
        func aRoomMovesWhileBothZonesPlay() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge", "bath")
                try house.tutti("zone", "upstairs", "create")
                try house.tutti("room", "lounge", "zone", "Upstairs")
                try house.tutti("add", Executables.album)
                try house.tutti("--zone", "upstairs", "add", Executables.album)
                try house.tutti("play")
                try house.tutti("--zone", "upstairs", "play", "3")
                try house.wait(untilItem: 0, isAt: 1_000)
                try house.waitUntilSounding("lounge", since: TrueTime.now())
                let start = TrueTime.now()
                TrueTime.pass(seconds: 1)
                let moved = TrueTime.now()
                try house.tutti("room", "bath", "zone", "upstairs")
                TrueTime.pass(seconds: 2)
                let end = TrueTime.now()
                #expect(try house.room("bath")?.zone == "upstairs")
                house.stopAll()

                let (kitchen, lounge, bath) = try (
                    house.recording("kitchen"), house.recording("lounge"), house.recording("bath")
                )
                for zone in [kitchen, lounge] {
                    #expect(zone.soundsThroughout(from: start, to: end - TrueTime.seconds(0.2), gap: 0.005))
                    #expect(zone.cuts().isEmpty, "a click in \(zone.name)")
                }
                #expect(bath.cuts().isEmpty, "a click in bath")
                try expectTogether(kitchen, bath, from: start, to: moved)
                // At most a quarter of a second of silence, and then it is the other zone's music.
                #expect(bath.soundsThroughout(from: start, to: end - TrueTime.seconds(0.2), gap: 0.25))
                try expectTogether(lounge, bath, from: moved + TrueTime.seconds(0.8), to: end - TrueTime.seconds(0.2))
            }
        }

        @Test
        func aDeletedZonesRoomsPlayTheDefaultZoneAndZonesSurviveAKill() throws {
            try House.open { house in
                let coordinator = try house.startCoordinator()
                try house.addRoom("kitchen")
                try house.tutti("zone", "upstairs", "create")
                try house.tutti("room", "kitchen", "zone", "upstairs")
                try house.tutti("--zone", "upstairs", "volume", "35")
                coordinator.send(SIGKILL)
                #expect(coordinator.wait(seconds: 10) == .signal(SIGKILL))
                try house.startCoordinator(port: house.port)
                try house.waitUntilConnected("kitchen")
                #expect(try house.room("kitchen")?.zone == "upstairs")
                #expect(try house.tutti("--zone", "upstairs", "volume").contains("\"volume\":35"))
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.tutti("zone", "upstairs", "delete")
                #expect(try house.room("kitchen")?.zone == "default")
                try house.waitUntilSounding("kitchen", since: TrueTime.now())
            }
        }
    }
}
