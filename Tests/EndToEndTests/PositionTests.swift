import SkewMeter
import Testing

extension EndToEndTests {
    /// What is told is what the rooms hear.
    @Suite
    struct PositionTests {
        @Test
        func theToldPositionIsHeardAcrossSeekPauseAndTrackChange() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("add", Sweep.file, Sweep.file)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 100)
                var told = try house.told(for: 0.7)
                try house.tutti("seek", "0:12")
                told += try house.told(for: 0.7)
                try house.tutti("back", "5")
                told += try house.told(for: 0.5)
                try house.tutti("pause")
                try house.waitUntilSilent("kitchen")
                let paused = try house.told()
                #expect(paused.now.state == "paused")
                try house.tutti("toggle")
                told += try house.told(for: 0.7)
                // Across the joint, of which the told position has to know as well.
                try house.tutti("seek", "0:19.4")
                told += try house.told(for: 1.2)
                #expect(told.last?.now.index == 1)
                house.stopAll()

                let room = try house.recording("kitchen")
                room.expectAgreement(with: told)
                let silence = try #require(room.soundings().first { $0.endNS < paused.asked })
                let last = room.sweepPosition(at: silence.endNS - TrueTime.seconds(0.03)) ?? -1_000
                #expect(abs(last - Double(paused.now.positionMs)) < 100, "it stands where it fell silent")
            }
        }

        @Test
        func theToldPositionIsHeardAcrossChangesOfSpeed() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("add", Sweep.file)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 100)
                var told = try house.told(for: 0.5)
                try house.tutti("rate", "1.5")
                let fast = TrueTime.now()
                told += try house.told(for: 1.5)
                let slower = TrueTime.now()
                try house.tutti("rate", "0.7")
                told += try house.told(for: 1)
                try house.tutti("seek", "0:12")
                told += try house.told(for: 0.7)
                house.stopAll()

                let (kitchen, lounge) = try (house.recording("kitchen"), house.recording("lounge"))
                kitchen.expectAgreement(with: told)
                #expect(kitchen.cuts().isEmpty)
                // The pitch is kept and the sweep runs as fast as asked: its tone is that of the place.
                let (start, end) = (fast + TrueTime.seconds(0.4), slower - TrueTime.seconds(0.1))
                let (from, to) = (kitchen.sweepPosition(at: start), kitchen.sweepPosition(at: end))
                let advance = try #require(to) - #require(from)
                let passed = Double(end - start) * 1e-6
                #expect(abs(advance / passed - 1.5) < 0.1, "\(advance) ms of the track in \(passed) ms")
                try expectTogether(kitchen, lounge, from: start, to: end)
            }
        }
    }
}
