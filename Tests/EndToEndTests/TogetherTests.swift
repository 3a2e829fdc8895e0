import SkewMeter
import Testing

extension EndToEndTests {
    /// What the cards gave while a queue played.
    @Suite
    struct TogetherTests {
        @Test
        func twoRoomsPlayAnAlbumTogetherAndAThirdJoinsThem() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 500)
                let start = TrueTime.now()
                TrueTime.pass(seconds: 1.5)
                let beforeSeek = TrueTime.now()
                // Near the end of the first piece, so that the joint is heard.
                try house.tutti("seek", "0:24")
                try house.wait(untilItem: 0, isAt: 24_200)
                let sought = TrueTime.now()
                try house.wait(untilItem: 1, isAt: 500)
                let joining = TrueTime.now()
                try house.startRoom("bath")
                try house.wait(for: "bath to be in sync") { try house.room("bath")?.sync.state == "in_sync" }
                TrueTime.pass(seconds: 1)
                let end = TrueTime.now()
                try house.tutti("stop")
                try house.waitUntilSilent("kitchen", "lounge", "bath")
                house.stopAll()

                let kitchen = try house.recording("kitchen")
                let lounge = try house.recording("lounge")
                for room in [kitchen, lounge] {
                    #expect(room.xruns == 0)
                    #expect(room.cuts().isEmpty, "a click in \(room.name)")
                    #expect(room.soundsThroughout(from: start, to: beforeSeek, gap: 0.005))
                    #expect(room.soundsThroughout(from: sought, to: end, gap: 0.005), "across the joint")
                }
                try expectTogether(kitchen, lounge, from: start, to: beforeSeek)
                try expectTogether(kitchen, lounge, from: sought, to: end)

                let bath = try house.recording("bath")
                let sounds = try #require(bath.soundings(from: joining).first)
                #expect(bath.cuts().isEmpty)
                try expectTogether(kitchen, bath, from: sounds.startNS + TrueTime.seconds(0.5), to: end)
                // From its very first sound on it plays what the others play.
                let beginning = try skew(kitchen, bath, from: sounds.startNS, to: end, window: 0.1, step: 0.1)
                #expect(beginning.unmatched == 0)
            }
        }

        @Test
        func aQueueIsHeardToItsLastFrameWithoutGapsBetweenTracks() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                for _ in 0..<3 { try house.tutti("add", Executables.joined[0], Executables.joined[1]) }
                try house.tutti("play")
                try house.wait(for: "the queue to end") { try house.now().state == "stopped" }
                try house.waitUntilSilent("kitchen", "lounge")
                #expect(try house.now().item == nil)
                #expect(try house.queue().items.map(\.status) == Array(repeating: "ready", count: 6))
                house.stopAll()

                // dev/make-codec-fixtures.sh: a sine of 441 Hz, cut after 9,011 frames, and 8,000 more.
                let pair = 17_011.0 / 44_100
                for room in try ["kitchen", "lounge"].map(house.recording) {
                    let soundings = room.soundings()
                    #expect(soundings.count == 1, "a gap in \(room.name)")
                    let sounding = try #require(soundings.first)
                    let seconds = Double(sounding.endNS - sounding.startNS) * 1e-9
                    #expect(abs(seconds - 3 * pair) < 0.02, "\(room.name) sounded for \(seconds) s")
                    for round in 0..<3 {
                        let start = Double(sounding.startNS) * 1e-9 + Double(round) * pair
                        try expectOneSine(in: room, from: start, cutAt: start + 9_011.0 / 44_100)
                    }
                }
            }
        }

        /// Before and after the joint it is the same sine, to a fraction of a frame, and there is no edge of Tutti's
        /// own.
        private func expectOneSine(in room: Recording, from start: Double, cutAt joint: Double) throws {
            let frequency = 441.0
            let periods = room.phase(of: frequency, at: joint + 0.03) - room.phase(of: frequency, at: joint - 0.08)
            let frames = (periods - periods.rounded()) / frequency * 48_000
            #expect(abs(frames) < 0.5, "frames are missing, or too many, at the joint in \(room.name)")
            // The files themselves have an edge: each was encoded alone. Decoded by ffmpeg and put one behind the other
            // it is 0.106 at 44.1 kHz; at 48 kHz 0.096 through one resampler and 0.183 through one for each file. The
            // bound lies between the two: one filter has to run across the joint.
            let edge = room.roughness(of: frequency, at: joint, seconds: 0.02)
            #expect(edge < 0.14, "an edge of Tutti's own at the joint in \(room.name)")
        }
    }
}
