import SkewMeter
import Testing

extension EndToEndTests {
    /// The CLI's transport commands, and what follows from them in the rooms.
    @Suite
    struct TransportTests {
        private let rooms = ["kitchen", "lounge"]

        @Test
        func roomsFallSilentAndGoOnTogether() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 1_000)
                // What is told is what is heard.
                let asked = TrueTime.now()
                let told = try house.now()
                let answered = TrueTime.now()
                let pausing = TrueTime.now()
                try house.tutti("pause")
                try house.waitUntilSilent("kitchen", "lounge")
                let silent = TrueTime.now()
                let paused = try house.now()
                #expect(paused.state == "paused")
                TrueTime.pass(seconds: 0.5)
                #expect(try house.now().positionMs == paused.positionMs)
                let resuming = TrueTime.now()
                try house.tutti("toggle")
                try house.wait(untilItem: 0, isAt: paused.positionMs + 800)
                try house.tutti("stop")
                try house.waitUntilSilent("kitchen", "lounge")
                #expect(try house.now().state == "stopped")
                house.stopAll()

                let recordings = try rooms.map(house.recording)
                for room in recordings {
                    #expect(room.soundings().count == 2, "\(room.name): before and after the pause")
                    #expect(room.isSilent(from: silent, to: resuming))
                    #expect(room.cuts().isEmpty, "a click in \(room.name)")
                    #expect(room.xruns == 0)
                }
                let (kitchen, lounge) = (recordings[0].soundings(), recordings[1].soundings())
                for (one, other) in zip(kitchen, lounge) {
                    #expect(abs(one.startNS - other.startNS) < 1_000_000)
                    #expect(abs(one.endNS - other.endNS) < 1_000_000)
                }
                let first = try #require(kitchen.first)
                #expect(first.endNS > pausing)
                let slack = TrueTime.seconds(0.05)
                let heard = first.startNS + told.positionMs * 1_000_000
                #expect((asked - slack...answered + slack).contains(heard))
                // Nothing is skipped and nothing is heard twice.
                let played = Double(first.endNS - first.startNS) * 1e-6
                #expect(abs(played - Double(paused.positionMs)) < 20)
                let last = try #require(kitchen.last)
                try expectTogether(
                    recordings[0],
                    recordings[1],
                    from: last.startNS + TrueTime.seconds(0.05),
                    to: last.endNS - TrueTime.seconds(0.05)
                )
            }
        }

        @Test
        func seekNextAndPreviousAreHeardTogether() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                let start = TrueTime.now()
                try house.wait(untilItem: 0, isAt: 300)
                try house.tutti("seek", "0:20")
                try house.wait(untilItem: 0, isAt: 20_300)
                try house.tutti("seek", "-10")
                try house.wait(for: "the jump back") { try (9_000..<12_000).contains(house.now().positionMs) }
                try house.tutti("next")
                try house.wait(untilItem: 1, isAt: 300)
                let second = try house.now()
                #expect(second.item?.title == "Along the Hall")
                #expect(second.positionMs < 10_000)
                try house.tutti("prev")
                try house.wait(for: "the first piece") { try house.now().index == 0 }
                #expect(try house.now().positionMs < 10_000)
                try house.tutti("play", "3")
                try house.wait(untilItem: 2, isAt: 300)
                // A paused zone stays paused.
                try house.tutti("pause")
                try house.waitUntilSilent("kitchen", "lounge")
                let silent = TrueTime.now()
                try house.tutti("prev")
                let cued = try house.now()
                #expect(cued.state == "paused")
                #expect(cued.index == 1)
                TrueTime.pass(seconds: 0.3)
                let end = TrueTime.now()
                for name in rooms { #expect(try house.room(name)?.sync.concealed == 0, "a hole in \(name)") }
                house.stopAll()

                let (kitchen, lounge) = try (house.recording("kitchen"), house.recording("lounge"))
                #expect(kitchen.isSilent(from: silent, to: end))
                #expect(lounge.isSilent(from: silent, to: end))
                #expect(kitchen.cuts().isEmpty)
                #expect(kitchen.xruns + lounge.xruns == 0)
                // At no time did they play different things.
                let whole = try skew(kitchen, lounge, from: start, to: end, window: 0.1, step: 0.1)
                #expect(whole.unmatched == 0)
                #expect((whole.percentile(0.99) ?? .infinity) < EndToEndTests.syncBoundUS)
            }
        }
    }
}
