import SkewMeter
import Testing

extension EndToEndTests {
    /// Lines of lyrics as watchers are told them.
    @Suite
    struct LyricsTests {
        private let step: Int64 = 1_000

        @Test
        func linesAreToldWhenTheirPlaceIsHeard() throws {
            try House.open { house in
                try house.startSong(lines: (1..<20).map { ($0, "line \($0)") })
                try house.follow("events", "events")
                try house.follow("lines", "lyrics", "--follow")
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 200)
                var agreed = 0
                for _ in 0..<2 {
                    let end = TrueTime.now() + TrueTime.seconds(1.8)
                    while TrueTime.now() < end { agreed += try expectLine(house) ? 1 : 0 }
                    try house.tutti("seek", "0:10.4")
                    TrueTime.pass(seconds: 0.5)
                }
                #expect(agreed > 5, "too few moments were far enough from a change")
                house.stopAll()
                try expectEventsInTime(house)
            }
        }

        /// - Returns: false near a change of lines, where the two outputs may differ by the time that asking takes.
        private func expectLine(_ house: House) throws -> Bool {
            TrueTime.pass(seconds: 0.05)
            let before = try house.now().positionMs
            let line = try house.printed("lines", as: Answer.Sung.self).last
            let after = try house.now().positionMs
            guard before % step > 300, after / step == before / step else { return false }
            #expect(Int64(line?.index ?? -1) == before / step - 1, "at \(before) ms")
            #expect((line?.current?.timeMs ?? 0) / step == before / step)
            return true
        }

        /// The events' own times against those of the recorded sound: both are this machine's monotonic clock.
        private func expectEventsInTime(_ house: House) throws {
            let room = try house.recording("kitchen")
            let lines = try house.printed("events", as: Answer.Event.self).filter { $0.kind == "lyric_line" }
            let sung = lines.filter { $0.current != nil }
            #expect(sung.count >= 4)
            var exact = 0
            for event in sung {
                let (time, line) = try (#require(event.timeNs), #require(event.current))
                #expect(event.previous.map { ($0.timeMs ?? 0) == (line.timeMs ?? 0) - step } ?? (event.index == 0))
                #expect(event.next?.timeMs == (line.timeMs ?? 0) + step)
                guard let heard = room.sweepPosition(at: time + TrueTime.seconds(0.05)) else { continue }
                let late = heard - 50 - Double(line.timeMs ?? 0)
                #expect(late > -100 && late < Double(step), "\(line.text) was told at \(heard) ms")
                exact += abs(late) < 100 ? 1 : 0
            }
            #expect(exact >= sung.count - 2, "only after the two jumps a line comes in its middle")
        }

        @Test
        func eachZoneHasItsOwnLines() throws {
            try House.open { house in
                try house.startSong(lines: [(1, "below")])
                try house.write("up.lrc", "[00:00.50]above\n")
                try house.tutti("zone", "upstairs", "create")
                try house.addRoom("lounge")
                try house.tutti("room", "lounge", "zone", "upstairs")
                try house.copy(Sweep.file, to: "up.mp3")
                try house.tutti("--zone", "upstairs", "add", house.path("up.mp3"))
                try house.follow("all", "events")
                try house.follow("events", "--zone", "upstairs", "events")
                try house.follow("below", "lyrics", "--follow")
                try house.follow("above", "--zone", "upstairs", "lyrics", "--follow")
                TrueTime.pass(seconds: 0.2)
                try house.tutti("play")
                try house.tutti("--zone", "upstairs", "play")
                try house.wait(untilItem: 0, isAt: 1_500)
                #expect(try house.tutti("--zone", "upstairs", "lyrics").contains("above"))
                #expect(try house.tutti("lyrics").contains("below"))
                try house.tutti("--zone", "upstairs", "art", "--lyrics", "-o", house.path("up.png"))
                house.stopAll()

                func words(_ name: String) throws -> Set<String> {
                    Set(try house.printed(name, as: Answer.Sung.self).compactMap(\.current?.text))
                }
                #expect(try words("below") == ["below"])
                #expect(try words("above") == ["above"])
                func told(_ name: String) throws -> Set<String> {
                    Set(try house.printed(name, as: Answer.Event.self).compactMap(\.current?.text))
                }
                #expect(try told("all") == ["above", "below"])
                #expect(try told("events") == ["above"])
            }
        }
    }
}

extension House {
    /// A kitchen with the sweep in its queue, and lyrics beside it.
    fileprivate func startSong(lines: [(second: Int, text: String)]) throws {
        try begin(rooms: "kitchen")
        try copy(Sweep.file, to: "song.mp3")
        let text = lines.map { "[0:\($0.second)]\($0.text)\n" }.joined()
        try write("song.lrc", text)
        try tutti("add", path("song.mp3"))
    }
}
