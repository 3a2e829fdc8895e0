import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Rooms in trouble, and that the others hear nothing of it.
    @Suite
    struct TroubleTests {
        @Test
        func anUnpluggedDeviceComesBackInSync() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_000)
                let start = TrueTime.now()
                try house.write("lounge.unplugged", "")
                try house.wait(for: "the missing device to be told") {
                    try house.room("lounge")?.sync.state == "no_device"
                }
                #expect(try house.room("lounge")?.connected == true)
                #expect(try house.room("lounge")?.sync.reason.isEmpty == false)
                unlink(house.path("lounge.unplugged"))
                let plugged = TrueTime.now()
                try house.waitUntilSounding("lounge", since: plugged)
                TrueTime.pass(seconds: 2)
                let end = TrueTime.now()
                try expectUndisturbed(house, "kitchen", from: start, to: end)
                try expectReturn(of: "lounge", in: house, since: plugged, to: end)
            }
        }

        @Test
        func aRoomThatStoodStillForFiveSecondsPlaysNothingOld() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                let lounge = try house.addRoom("lounge")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_000)
                let start = TrueTime.now()
                lounge.send(SIGSTOP)
                TrueTime.pass(seconds: 5)
                let continued = TrueTime.now()
                lounge.send(SIGCONT)
                try house.waitUntilSounding("lounge", since: continued)
                TrueTime.pass(seconds: 2)
                let end = TrueTime.now()
                try expectUndisturbed(house, "kitchen", from: start, to: end)
                try expectReturn(of: "lounge", in: house, since: continued, to: end)
            }
        }

        private func expectUndisturbed(_ house: House, _ name: String, from start: Int64, to end: Int64) throws {
            let room = try house.recording(name)
            #expect(room.soundsThroughout(from: start, to: end - TrueTime.seconds(0.1)))
            #expect(room.cuts().isEmpty)
            #expect(room.xruns == 0)
        }

        /// From its first sound on it plays what the kitchen plays, and soon together with it.
        private func expectReturn(of name: String, in house: House, since time: Int64, to end: Int64) throws {
            let (kitchen, room) = try (house.recording("kitchen"), house.recording(name))
            let sounding = try #require(room.soundings(from: time).first { $0.startNS >= time })
            let whole = try skew(kitchen, room, from: sounding.startNS, to: end, window: 0.1, step: 0.1)
            #expect(whole.unmatched == 0, "it played something else")
            try expectTogether(kitchen, room, from: sounding.startNS + TrueTime.seconds(0.7), to: end)
        }
    }
}
