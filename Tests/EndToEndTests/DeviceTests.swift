import SkewMeter
import Testing

extension EndToEndTests {
    /// Rooms whose devices have little in common.
    @Suite
    struct DeviceTests {
        private static let file = "\(Executables.package)/Tests/CodecTests/Fixtures/split-1.mp3"
        /// What the cards can do, and nothing else.
        private static let devices = [
            "kitchen": "rate 44100 format S16_LE channels 1",
            "lounge": "rate 96000 format S24_3LE channels 2",
            "bath": "rate 32000 format S32_LE channels 6",
        ]

        @Test
        func anyRateFormatAndChannelsPlayTheSameSineTogether() throws {
            try House.open { house in
                let cards = Self.devices.map { name, device in
                    "pcm.\(name) { type tutticard output \"\(house.path(name))\" ppm \(House.cards[name] ?? 0) \(device) }\n"
                }
                let type = "pcm_type.tutticard { lib \"\(Executables.card)\" }\n"
                try house.write("asound.conf", type + cards.joined())
                try house.begin(rooms: "kitchen", "lounge", "bath")
                try house.tutti("add", Self.file)
                try house.tutti("play")
                try house.wait(for: "the queue to end") { try house.now().state == "stopped" }
                try house.waitUntilSilent("kitchen")
                house.stopAll()

                var middles: [Double] = []
                for name in Self.devices.keys.sorted() {
                    let room = try house.recording(name)
                    #expect(room.xruns == 0, "\(name)")
                    let soundings = room.soundings()
                    #expect(soundings.count == 1, "a gap in \(name)")
                    let sounding = try #require(soundings.first)
                    let middle = Double(sounding.startNS + sounding.endNS) * 0.5e-9
                    middles.append(middle)
                    // The music is in two of six channels.
                    let rest = try #require(SineRest(of: 997, in: room, around: middle))
                    #expect(rest.amplitude > 0.1, "\(name)")
                    // Opus leaves 0.0014 beside the sine at this bit rate.
                    #expect(max(rest.aside, rest.near) < 0.004, "\(name): \(rest)")
                }
                let (first, last) = (middles.min() ?? 0, middles.max() ?? 1)
                #expect(last - first < 0.005, "they did not sound together: \(middles)")
            }
        }
    }
}
