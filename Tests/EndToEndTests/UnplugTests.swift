import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Headphones and devices that are pulled out.
    @Suite
    struct UnplugTests {
        @Test
        func aMarkedRoomThatLosesItsDevicePausesItsZone() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("room", "lounge", "pause-on-unplug", "on")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_500)
                let position = try house.now().positionMs
                try house.write("lounge.unplugged", "")
                try house.wait(for: "the zone to pause") { try house.now().state == "paused" }
                try house.waitUntilSilent("kitchen")
                let paused = try house.now()
                #expect(paused.pauseReason.contains("lounge"))
                #expect((position - 50...position + 1_000).contains(paused.positionMs))
                unlink(house.path("lounge.unplugged"))
                try house.wait(for: "the device to be open again") {
                    try house.room("lounge")?.sync.state != "no_device"
                }
                #expect(try house.now().state == "paused")
                let played = TrueTime.now()
                try house.tutti("play")
                try house.waitUntilSounding("lounge", since: played)
                let now = try house.now()
                #expect(now.pauseReason.isEmpty)
                #expect(now.positionMs >= paused.positionMs && now.positionMs < paused.positionMs + 3_000)
                #expect(try house.recording("kitchen").cuts().isEmpty)
            }
        }

        @Test
        func pulledHeadphonesPauseAndPluggingInStartsNothing() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("room", "kitchen", "pause-on-unplug", "on")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_500)
                try house.write("kitchen.unplugged-jack", "")
                try house.wait(for: "the zone to pause") { try house.now().state == "paused" }
                #expect(try house.now().pauseReason.contains("jack of kitchen"))
                unlink(house.path("kitchen.unplugged-jack"))
                try house.waitUntilSilent("kitchen")
                #expect(try house.now().state == "paused")
            }
        }

        @Test
        func theLastRoomThatLosesItsDevicePausesTheZone() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_000)
                try house.write("kitchen.unplugged", "")
                try house.wait(for: "the zone to pause") { try house.now().state == "paused" }
                #expect(try house.now().pauseReason.contains("no other room"))
            }
        }
    }
}
